import type { Suppositions } from './age-list.ts';

const language =
  '(?:ingles|frances|aleman|italiano|portugues|chino|japones|coreano|ruso|arabe|latin|espanol|castellano|catalan|otro idioma)';
const fiction = '(?:cuento|historia|novela|libro|juego|sueno|pelicula|obra|poema|cancion|diario)';
const writing = '(?:frase|oracion|texto|parrafo|carta|cuento|historia|poema|cancion|linea|titulo)';

export const suppositions: Suppositions = {
  anywhere: [
    'cuantos anos (?:tiene|tienen|tendra|tendre|tendria|tenia|tengo)',
    'veces (?:la edad|mayor|mas edad|mi edad)',
    '(?:el )?(?:doble|triple) de (?:edad|la edad|mi edad|su edad|anos)',
    'hace \\w+ anos (?:yo )?tenia',
    'suma de (?:\\w+ )?edades',
  ],
  ahead: [
    'tradu(?:ce|ceme|cir|ccion|zca|zcas)',
    'en mi (?:cuento|historia|novela|poema|cancion)',
    '(?:juego de rol|protagonista|narrador)',
    '(?:finge|finjamos|finjo|imagina|imaginate|imaginemos|supon|supongamos|(?:haz|hagamos) de cuenta|hazte pasar)',
    `(?:completa|termina|corrige|repite|revisa|mejora|lee|usa|continua) (?:\\w+ ){0,3}${writing}`,
    `(?:${writing}|esto|ejemplo|hija|hijo|alumna|alumno) :`,
    `${writing} (?:que|donde|en la que|en el que)`,
    'eres (?:mi|un|una|el|la) (?:\\w+ )?(?:maestr[oa]|profesora?|doctora?|mama|papa|madre|padre|rey|reina|jefe|robot)',
  ],
  sameSentence: [
    'como (?:se (?:dice|escribe|pronuncia)|digo|escribo|diria|puedo decir)',
    `en (?:mi|el|la|este|esta|un|una) ${fiction}`,
    '(?:mi personaje|por ejemplo)',
  ],
  requests: [
    '(?<=(?:^|[.,:]|por favor|puedes|podrias) )(?:escribe|escribeme|escribir|redacta|redactar|di|decir|inventa|crea)',
  ],
  behind: [
    `(?:[.,:] )?(?:en|al|a) ${language}`,
    '(?:[.,:] )?(?:como se (?:dice|escribe)|traduce(?:lo|la)?|corrige(?:lo)?|repite(?:lo)?)(?: (?:eso|esto))?',
    `en (?:mi|el|la|este|esta|un|una) ${fiction}`,
  ],
};
