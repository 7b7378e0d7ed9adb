import type { Pattern, WordList } from '../../word-list.ts';

export const idioms: Pattern[] = [
  'me (?:muero|mata|matan|mate|mataba|moria|estoy muriendo) (?:de|por|con) (?!(?:verdad|dolor del alma) )\\w+',
  'me (?:mata|matan) (?:este|esta|estos|estas|el|la|los|las) \\w+',
  '(?:quiero|voy a|puedo|casi me) (?:morir|morirme|muero) de (?!(?:una|sobredosis|verdad) )\\w+',
  '(?:matar|mato|matando) (?:el|un|al) (?:tiempo|proceso|rato|bicho|mosquito|jefe final|dragon|boss|zombi|zombie|hambre|gusanillo)',
  '(?:muert[oa]s?|muerto) de (?!verdad )\\w+',
  'mosquita muerta',
  '(?:me|te|le|nos|se) (?:va|van|vas) a matar (?:cuando|si|por) (?:vea|ve|llego|no|se|sepa|el|la|mis?|le|rompi|repruebo|saco)',
  '(?:mama|papa|madre|padre|hermana|hermano|profe|jefe|jefa|maestr[oa]|abuela|suegra|tia|esposa|mujer) me (?:va a matar|mata) (?:por|si|cuando)',
  '(?:daria|dar) la vida por (?:un|una|unas|unos|el|ese|esa)',
  '(?:mataria|matarias|moriria) por (?:un|una|unas|unos|el|la|ese|esa)',
  '(?:corto|corte|cortar|cortarme|cortarse|corta)(?: con)? (?:el|la|las|los|mi|un) (?:pelo|cabello|flequillo|unas|dedo|pasto|cesped|novi[oa]|luz|carne|cebolla|pan|tela|barba|puntas)',
  'me suicido si (?:no|otra vez|vuelve)',
  'quiero (?:desaparecer|dormir) (?:un|una|unos|unas|todo|toda|hasta)',
];

export const negations: Pattern[] = [
  '(?:ya )?no',
  '(?:ya )?no (?:quiero|voy a|pienso|deseo|tengo|tuve|he tenido|tenia|siento|estoy)',
  'nunca(?: voy a| pense en| quise| he| me| he pensado en| he tenido)?',
  'jamas(?: me| he| quise)?',
  'sin',
];

export const contexts: WordList['contexts'] = {
  topic: [
    '(?:ensayo|tesis|articulo|noticias?|libro|novela|pelicula|peli|cancion|letra|serie|capitulo|poema|personaje|estadisticas?|prevencion|charla|taller|investigacion|tarea|clase|historia|tema|significa|traduce|traducir|cuento|guion|obra|cuadro|banda|verso|frase|quien (?:dijo|canta|escribio|mato)|tasa|resumen|filosofia|documental|podcast|villano|protagonista|julieta|escuadron suicida)',
  ],
  quoted: [
    '(?:cancion|letra|verso|frase|canta|dice|dijo|traduce|traducir|significa|personaje|pelicula|novela|serie|poema|meme|como se dice|en ingles|al ingles|libro|cuento|escena)',
  ],
  quantity: [
    '(?:receta\\w*|desayuno|comida|cena|medico|doctora?|vitaminas?|perr[oa]|gat[oa]|hij[oa])',
  ],
  game: [
    '(?:videojuego|juego|nivel|partida|futbol|partido|boxeo|minecraft|fortnite|zelda|elden|jefe final|enemigo|enemigos|personaje|mision|vidas|ajedrez|torneo|consola|gol|cartas|paintball)',
  ],
  joking: [
    '(?:jaja|lol|broma|chiste|meme)(?<!(?:no es|sin|no es una|no es ninguna) (?:broma|chiste))',
  ],
  accident: [
    '(?:sin querer|accidente|por error|cocinando|cocina|horno|plancha|sarten|cebolla|sopa|playa|cuchilla de afeitar|afeitando|afeitandome|pelo|cabello|unas|gato|bici|gimnasio|cafe|sol)',
  ],
  longAgo: [
    '(?:hace (?:\\w+ )?(?:anos|decadas)|de (?:joven|nino|nina|adolescente)|cuando era (?:joven|nino|nina|adolescente|chico|chica)|en (?:19|20)\\d\\d|hoy (?:soy|estoy|ayudo|doy|vivo|me siento)|ahora (?:soy feliz|estoy (?:bien|feliz|mejor)|ayudo|doy)|gracias a la terapia|ya super[eo])',
  ],
  everyday: [
    '(?:oficina|trabajo|reunion|turno|cita|vacaciones|viaje|viajo|viajamos|semana|hotel|vuelo|avion|restaurante|cenamos|cena|colegio|semestre|examen|contrato|alquiler|piso|casero|dieta|verano|novia|novio|jubila|colega|colegas|compane\\w*|equipo|cliente|empresa|suscripcion|cuenta|pelicula|matematicas|latin|calor|frio|perro del|ruido|trafico|instagram|twitter|facebook|tiktok|llena|lleno|comida|pizza|carta formal|correo|playa|ropa|guitarra|muebles)',
  ],
  /** About a place to live, not about living. */
  housing: [
    '(?:vivir|viviendo) (?:mas )?(?:en|con|aqui|ahi|alli|de|sol[oa]|junt[oa]s|cerca|lejos)(?! (?:este (?:mundo|dolor|infierno)|esta (?:vida|culpa|tierra|pesadilla)|dolor|miedo))',
  ],
  online: [
    '(?:instagram|twitter|tiktok|facebook|youtube|redes|cuenta|perfil)',
    '(?:perr[oa]|gat[oa]|pato|paloma) (?:me|nos|que me)',
  ],
  animals: [
    '(?:perr[oa]s?|gat[oa]s?|ratas?|raton|cucarachas|hormigas|plantas?|malas hierbas|insectos|moscas|gallinas?|peces)',
  ],
};

export const clauseStarts = ['pero', 'aunque', 'sin embargo', 'sino'];
