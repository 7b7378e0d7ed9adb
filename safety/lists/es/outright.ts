import type { Rule } from '../../word-list.ts';

const oddly =
  '(?:(?:ya|solo|de verdad|realmente|enserio|en serio|mucho|tanto|honestamente|hoy|ahora) ){0,2}';
const wish =
  '(?:quiero|deseo|voy a|pienso|necesito|planeo|he decidido|decidi|estoy pensando en|pienso en)';
const myDeath =
  '(?:matarme|suicidarme|ahorcarme|colgarme|quitarme la vida|acabar con mi vida|terminar con mi vida|cortarme las venas|pegarme un tiro)';
/** The thought ends or another begins. */
const ends =
  '(?= (?:\\.|$|hoy|esta noche|ya|ahora|mañana|manana|por favor|ayuda|ayudame|(?:y |pero )?(?:como|cuanto|cuantos|que es|me ayudas|puedes|how|what|can)))';

export const outright: Rule[] = [
  {
    name: 'kill-myself',
    kind: 'suicide',
    unless: ['quoted', 'longAgo'],
    patterns: [
      `${wish} ${oddly}${myDeath}(?! (?:si|cuando|con este|con esta|de (?:risa|amor)))`,
      `me (?:quiero|voy a|pienso) ${oddly}(?:matar|suicidar|ahorcar|colgar|cortar las venas|quitar la vida)(?! (?:si|cuando|a estudiar|estudiando|trabajando|entrenando))`,
    ],
  },
  {
    name: 'wants-to-die',
    kind: 'suicide',
    unless: ['quoted', 'longAgo', 'joking'],
    patterns: [
      `(?:me quiero morir|(?:quiero|deseo|quisiera) ${oddly}(?:morir|morirme|estar muert[oa]))${ends}`,
    ],
  },
  {
    name: 'wants-to-die',
    kind: 'suicide',
    unless: ['quoted', 'longAgo'],
    patterns: [
      '(?<=(?:^|\\.) )(?:me quiero morir|quiero (?:morir|morirme))(?: (?:lol|jaja)){0,2}(?= (?:\\.|$))',
    ],
  },
  {
    name: 'does-not-want-to-live',
    kind: 'suicide',
    unless: ['quoted', 'longAgo', 'housing'],
    patterns: [
      `(?:ya )?no quiero ${oddly}(?:vivir|seguir viviendo|estar viv[oa]|existir)(?: mas)?${ends}`,
    ],
  },
  {
    name: 'took-too-much',
    kind: 'suicide',
    unless: ['quoted', 'quantity'],
    patterns: [
      '(?:me )?(?:tome|trague|he tomado|acabo de tomar) (?:todas?|muchas|demasiadas|un monton de|un frasco de|una caja de|\\d\\d) (?:las |mis |de )?(?:\\w+ )?(?:pastillas|medicinas|medicamentos|pildoras|somniferos)',
    ],
  },
];
