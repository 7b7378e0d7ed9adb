import type { PhraseSets } from '../../match-phrases.ts';

const small =
  'a al de del en el la lo los las le les un una y o que me te se mi mis su muy mas tan tanto ya yo solo solamente siempre mucho realmente de verdad hoy ahora esta noche manana otra vez por para con es he estoy sigo todo toda todos tambien como nada nunca a veces cada dia';

export const phraseSets: PhraseSets = {
  between: small.split(' '),
  after:
    'y o pero porque por ya hoy ahora esta este manana ayuda ayudame favor nunca jamas mas asi siempre en serio neta dios si cuando como que perdon gracias'.split(
      ' ',
    ),
  wish: [
    'quiero/quisiera/quise/queria/deseo/necesito/prefiero/preferiria/pienso/pense/planeo/decidi/decidido/intente/intento/pensando/pensado/gustaria/ojala/ganas/merezco/debo/deberia/voy/vengo/iba/suplico/pido/espero/sueno/considerado/contemplado/listo/lista',
  ],
  dying: [
    'morir/morirme/matarme/suicidarme/ahorcarme/colgarme/dispararme/envenenarme/ahogarme/muera/morirse/desaparecer/suicidio',
    'estar muerto/muerta',
    '<ending-life>',
    'no despertar/despertarme/existir/vivir',
    'dejar de vivir/existir/respirar/sufrir',
    'dormir/dormirme y/para no/nunca/jamas despertar/despertarme',
    'dormir/dormirme para siempre',
    'que me/dios - muera/lleve/mate/maten/atropelle/atropellen',
    'dios/que me lleve',
    'irme/ir de este mundo',
    'irme para siempre/no',
    'irme con dios/ella/el/mi',
  ],
  'ending-life': [
    'quitarme/quitar/acabar/terminar la/con/de mi/la/esta vida',
    'quitarme/quitar la vida',
    'acabar/terminar con todo/esto',
    'cortarme/cortar/abrirme las venas/munecas',
    'pegarme/darme/meterme un tiro/balazo',
    'tirarme/lanzarme/aventarme/arrojarme/saltar ~ puente/tren/metro/balcon/ventana/azotea/vias/edificio/techo/precipicio/camion/vacio/rio',
    'tomarme/tragarme/tomar ~ pastillas/veneno/cloro/raticida/frasco',
    'volarme los/la sesos/cabeza/tapa',
  ],
  medicine: [
    'pastillas/pastilla/medicinas/medicamentos/pildoras/somniferos/antidepresivos/tranquilizantes/ansioliticos/paracetamol/ibuprofeno/insulina/clonazepam/rivotril/alprazolam/tabletas/comprimidos/morfina/diazepam',
  ],
  poison: ['cloro/lejia/veneno/raticida/anticongelante/insecticida/acido/gramoxone/plaguicida'],
  weapon: [
    'pistola/arma/escopeta/revolver/rifle/cuerda/soga/navaja/cuchilla/cuter/cinturon/gillette',
  ],
  kin: [
    'mi/mis ~ hermano/hermana/amigo/amiga/mama/madre/papa/padre/hijo/hija/esposo/esposa/marido/mujer/novio/novia/pareja/primo/prima/tio/tia/abuelo/abuela/ex/padrastro/madrastra/sobrino/sobrina/companero/companera/alumno/alumna/vecino/vecina/jefe/profesor/profe/maestro/entrenador/nieto/nieta/suegro/suegra/cunado/bebe/hijos/roomie',
    'el/ella/alguien/ellos',
    'un/una/este/ese hombre/tipo/senor/sujeto/desconocido/chico/muchacho/vato',
  ],
  'their-death': [
    'se quiere/queria/va/iba a/- matar/morir/suicidar/ahorcar/colgar/tirar/lanzar',
    'se mata/suicida/mate',
    'quiere/queria/va/iba/piensa/planea/intento/intenta/amenaza ~ matarse/morirse/suicidarse/morir/ahorcarse/colgarse/tirarse/lanzarse',
    'quitarse la vida',
    'no quiere - vivir/seguir/existir/despertar',
    'quiere desaparecer/morir',
    'estariamos/estaremos/estarian mejor sin',
    'no tiene/hay motivos/ganas/razones/razon para/de vivir/seguir',
    'suicidio/suicidarse/suicida',
  ],
};
