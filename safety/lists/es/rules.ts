import type { Rule } from '../../word-list.ts';

const end =
  '(?= (?:\\.|$|ya|y|pero|porque|ahora|hoy|esta noche|asi|de verdad|por favor|no|mas|me|ayuda|ayudame|en serio|mañana|manana))';
const attacker =
  '(?:el|ella|alguien|un (?:hombre|tipo)|(?:mi|su) (?:\\w+ )?(?:marido|esposo|esposa|mujer|novio|novia|pareja|ex|papa|padre|mama|madre|padrastro|madrastra|tio|tia|hermano|primo|abuelo|jefe|profesor|maestro|padre|cuidador|cuidadora)(?: me)?)';

const suicide: Rule[] = [
  {
    name: 'kill-myself',
    kind: 'suicide',
    unless: ['topic', 'joking'],
    patterns: [
      '(?:me (?:quiero|voy a|pienso|vengo a|gustaria|ganas de|dan ganas de) ?(?:cortar las venas|matar|suicidar|colgar|ahorcar|morir|lanzar al|tirar (?:del|por el|por la|al))|(?:quiero|voy a|pienso|deseo|necesito|ganas de|intente|trate de|pensando en|decidi|he decidido|quisiera|prefiero|estoy por) (?:\\w+ )?(?:matarme|suicidarme|ahorcarme|colgarme|morirme|quitarme la vida|acabar con mi vida|terminar con mi vida|acabar con todo|terminar con todo|cortarme las venas|cortar las venas|pegarme un tiro|dejar de existir|dejar de vivir|tirarme (?:del|por|al|a las)|lanzarme (?:del|por|al)|desaparecer para siempre))',
      '(?:pienso|pensando|pense|pensar) (?:mucho )?en (?:el suicidio|la muerte|morir|morirme|matarme|suicidarme)(?= (?:\\.|$|todos|cada|siempre|mucho|y|otra|ultimamente))',
      'no quiero (?:seguir |estar )?(?:mas )?(?:en|aqui en) este mundo',
      '(?:suicidarme|matarme|ahorcarme|quitarme la vida|acabar con mi vida|terminar con mi vida|cortarme las venas)',
      '(?:quiero|deseo|prefiero|quisiera|ganas de|me gustaria|preferiria) (?:\\w+ )?(?:morir|estar muert[oa])(?! de (?:risa|amor|hambre|calor|frio|sueño|sueno|ganas|pena|verguenza))',
      `quiero morir${end}`,
      '(?:pensamientos|ideas|ideacion) (?:suicidas?|de suicidio|de muerte)',
      '(?:me estoy|estoy) (?:\\w+ )?(?:muriendo por dentro|pensando en (?:el suicidio|morir|suicid\\w*))',
      'me (?:tome|trague|he tomado|voy a tomar|tomare|acabo de tomar) (?:[^ .]+ ){0,3}(?:todas|todo|un monton|un frasco|una caja|muchas|demasiadas|el bote|el frasco) (?:[^ .]+ ){0,3}(?:pastillas|medicinas|medicamentos|pildoras|somniferos|frasco)',
      'soy suicida',
      'carta de (?:suicidio|despedida)(?<= mi carta de (?:suicidio|despedida))',
    ],
  },
  {
    name: 'does-not-want-to-live',
    kind: 'suicide',
    unless: ['topic', 'joking', 'housing'],
    patterns: [
      'no (?:quiero|deseo|puedo|tengo ganas de) (?:seguir )?(?:vivir|viviendo|existir|estar vivo|estar viva|despertar)(?: mas)?(?! (?:mas )?(?:en|con|cerca|alli|aqui|ahi|temprano|a las|al|de alquiler|solo|sola|juntos|a mi|a los|tan))',
      'no (?:quiero|puedo) seguir (?:viviendo|con mi vida|asi con mi vida)',
      '(?:ojala|quisiera|desearia) (?:\\w+ )?(?:estuviera|estar|haber|no haber|me) (?:muert[oa]|nacido|muera|muriera)',
      'ojala (?:me muera|no despierte|no despertara|no hubiera nacido|nunca hubiera nacido)',
      '(?:dormir|dormirme) y no despertar',
      '(?:cansad[oa]|hart[oa]) de (?:vivir|la vida|existir|mi vida)(?! en)',
      '(?:estarian|estaran|seria|estaria|viviran|estan) (?:\\w+ )?mejor sin mi',
      '(?:nadie|ninguno) (?:me )?(?:extranaria|echaria de menos|va a extranar|notaria)(?: si (?:me )?(?:muero|desaparezco|muriera))?',
      'no (?:le )?(?:encuentro|veo|tiene) (?:\\w+ )?sentido (?:a )?(?:la|mi|de mi|vivir|seguir)? ?(?:vida|vivir|viviendo)?' +
        end,
      'no tiene sentido (?:vivir|mi vida|seguir)',
      'mi vida no (?:tiene|vale)(?: \\w+)? ?(?:sentido|nada|la pena)?',
      'no (?:tengo|hay) (?:razon(?:es)?|motivos?) para (?:vivir|seguir)',
      'soy una carga',
      '(?:ya )?no (?:aguanto|puedo|soporto) (?:mas )?(?:con )?(?:mi vida|la vida|vivir|esta vida)(?! en)',
      '(?:quiero|quisiera) dejar de (?:vivir|existir|sufrir para siempre)',
      '(?:forma|manera) (?:\\w+ )?(?:de|para) (?:morir|suicidarse|matarse)',
      '(?:como|donde) (?:puedo )?(?:morir|suicidarme|matarme) (?:sin dolor|rapido)',
    ],
  },
];

const selfHarm: Rule[] = [
  {
    name: 'hurts-myself',
    kind: 'self-harm',
    unless: ['topic', 'joking', 'accident'],
    patterns: [
      'me (?:corto|corte|cortaba|estoy cortando|quiero cortar|quemo|rasguno|golpeo) (?:\\w+ )?(?:los brazos|las munecas|las piernas|las venas|el brazo|los muslos|la piel|la piel|cuando (?:estoy|me)|para (?:sentir|no)|a proposito|otra vez|de nuevo)',
      '(?:hacerme|haciendo|haciendome|hago|hacia) (?:dano|dano a mi mism[oa])(?<= (?:quiero|voy a|ganas de|me estoy|me|de|a|deseo|miedo de|pienso) (?:hacerme|haciendo|haciendome|hago|hacia) (?:dano|dano a mi mism[oa]))',
      '(?:lastimarme|autolesion\\w*|cortarme|lesionarme|quemarme la piel|castigarme)(?! (?:el pelo|las unas|el cabello|el flequillo|con))',
    ],
  },
];

const danger: Rule[] = [
  {
    name: 'is-beaten',
    kind: 'danger',
    unless: ['topic', 'joking', 'online'],
    patterns: [
      `${attacker} (?:me |nos )?(?:pega|pego|golpea|golpeo|maltrata|abusa|abuso|viola|violo|toca|ahorco|ahorca|encierra|encerro|amenaza(?! con (?:despedir|echar|demandar|renunciar|denunciar|multar|quitarme (?:el (?:puesto|trabajo)|la cuenta))\\w*)|amenazo(?! con (?:despedir|echar|demandar|renunciar|denunciar|multar)\\w*)|quiere matar|empuja)(?! (?:los|el sol|las|un susto|la gana|el gordo|la guitarra|el piano)) ?(?:me|de mi|con|por|y|a mi|\\.|$|todos|cuando|cada|las|en|a mis|fuerte|al|si|matarme)?`,
      '(?:me|nos) (?:pega|golpea|maltrata|amenaza|golpeo) (?:y|cada|cuando|con (?:el|un|una)|todos|mi (?:marido|esposo|padre|papa|novio|pareja))',
      '(?:me|nos) (?:va|van|quiere|quieren) a? ?matar(?= (?:\\.|$|si|y|esta noche|hoy))(?<= (?:dice|dijo|jura|miedo|amenaza|que|siguiendo)(?: [^ .]+){0,6})',
      'me (?:violaron(?! (?:los|las|el|la|mis))|violo|han violado|secuestraron|tienen encerrad[oa]|tienen secuestrad[oa]|estan siguiendo(?! en)|apuntan|encerraron|drogaron)',
      '(?:fui|soy|he sido|estoy siendo) (?:abusad[oa]|violad[oa]|maltratad[oa]|victima de|secuestrad[oa])',
      '(?:abusaron|abusa|abuso) de mi',
      '(?:no me deja|no me dejan) (?:salir|ir|irme)(?: de)?(?= (?:\\.|$|casa|la casa|y|de))',
      '(?:miedo|temo) (?:\\w+ )?(?:de |a )?(?:que me mate|volver a casa|mi (?:marido|esposo|padre|novio|pareja|ex)|por mi vida)',
      'esta (?:afuera|fuera|en la puerta) (?:[^ .]+ ){0,3}(?:cuchillo|pistola|arma|machete)',
    ],
  },
];

const others: Rule[] = [
  {
    name: 'wants-to-hurt-others',
    kind: 'others',
    unless: ['topic', 'joking'],
    patterns: [
      '(?:voy a|quiero|pienso|planeo|ganas de|juro que voy a) (?:\\w+ )?(?:matar|apunalar|disparar|envenenar|golpear|hacer dano|asesinar|quemar|matarl[oa]s?|asesinarl[oa]s?) ?(?:a )?(?:mi|mis|su|alguien|todos|ese|esa|el|ella|los|la gente|un|una)? ?(?:ex|jefe|marido|esposo|esposa|mujer|novio|novia|padre|madre|papa|mama|hermano|hermana|vecino|hijos?|hijas?|companeros|suegra|profesor|maestr[oa]|hombre|persona|gente|alguien|todos|todos ellos)(?! (?:un (?:mensaje|correo|video)))',
      '(?:matarlo|matarla|matarlos|asesinarlo|asesinarla)(?<= (?:voy a|quiero|pienso) (?:matarlo|matarla|matarlos|asesinarlo|asesinarla))',
      'llevar (?:un|una|la|el) (?:pistola|arma|cuchillo) (?:a la|al) (?:escuela|colegio|trabajo|instituto)',
    ],
  },
];

export const rules: Rule[] = [...suicide, ...selfHarm, ...danger, ...others];
