import type { Rule } from '../../word-list.ts';
import { medicine, oddly } from './slots.ts';
import { killMyself, notThisWay } from './suicide.ts';

/** "I", or no word at all where a thought begins. Never "makes me". */
const i = `(?:i (?:am |have |do |will )?|(?<=(?:^|\\.|i guess|but|and|also|so|honestly|help) ))${oddly}`;
const mean =
  '(?:(?:want|wanting|wish|need|going|planning|plan|planned|ready|about|decided|prepared|intend|trying|mean) to|(?:thinking|think|thought|dreaming|fantasi\\w+) (?:about|of)|(?:a )?plans? (?:to|for|of)|will)';
/** The thought ends or another begins: "… and how do I boil an egg". */
const ends =
  '(?= (?:\\.|$|tonight|today|tomorrow|now|right now|soon|anymore|please|help|so (?:bad|badly|much)|and i mean it|(?:and |but |also )?(?:can|could|how|what|where|who|which|do you)))';
const laughing =
  '(?: (?:lol|bro|really|tonight|today|anymore|help|please|so (?:bad|badly|much))){0,2}';
const wholeThought = '(?<=(?:^|\\.|\\. lol|^ lol|^ honestly|^ i guess) )';
/** What annoys does not kill. */
const notOver =
  '(?! (?:\\w+ )?(?:if|over|when|whenever|every time|each time|every|after|laughing|just to|before|from|with (?:kindness|laughter)|at (?:the gym|work)|by (?:the end|accident)|(?:in|to) (?:the )?(?:\\w+ )?(?:game|level|respawn|match|minecraft|roblox|gta|skyrim|fortnite)))';
const recently =
  '(?:last night|yesterday|today|tonight|this (?:morning|week|weekend|afternoon|evening)|again|just now|an hour ago|(?:two|three|four|a few|\\d+) (?:hours|days|nights) ago|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)';
const soon =
  '(?:tonight|today|tomorrow|right now|soon|this (?:weekend|week|evening|afternoon)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)';
const deadlyPlace =
  '(?:a |the |that |this |my |some )?(?:\\w+ )?(?:bridge|roof|rooftop|building|cliff|overpass|balcony|ledge)';
const beater =
  '(?:my (?:man|husband|wife|boyfriend|girlfriend|partner|ex|dad|father|step dad|mom|mother|step mom|uncle))';

const helpline =
  '(?:suicide|suicidal|crisis|self harm) (?:prevention |crisis )?(?:hot ?lines?|help ?lines?|life ?lines?|text line|line)';

const quoted = ['quoted', 'longAgo', 'supposed'];

/** These count whatever the other words weigh, and despite most laughter. */
export const outright: Rule[] = [
  {
    name: 'kill-myself',
    kind: 'suicide',
    unless: quoted,
    patterns: [
      `${i}${mean} (?:just )?(?:${killMyself}|kms|commit(?:ting)? suicide)${notOver}`,
      `(?<=(?:^|\\.|i|to|and|just|will|might) )kms(?= ${soon})`,
      `i (?:keep |am |cannot stop |have been |always |often )*(?:thinking|think|dreaming) (?:of|about) (?:committing )?suicide(?! (?:prevention|squad|rates?|as|in (?:the|my|a)))`,
      `${i}${mean} end(?:ing)? it all${ends}`,
      `i am ending it (?:all )?${soon}`,
      `${i}${mean} unalive(?= (?:\\.|$|myself|and|${soon}))`,
      `i will not be alive ${soon}`,
      'is it (?:normal|ok|bad|weird|wrong|common) to (?:always |often |just )?(?:want to|think (?:about|of)) kill(?:ing)? yourself',
      `${i}(?:want to )?${killMyself}(?= ${soon})${notOver}`,
      `${i}(?:tried|attempted|almost tried) to ${killMyself} ${recently}`,
      `(?<=(?:^|\\.|i|and|just|but|also) )(?:have |just )?attempted (?:a )?suicide ${recently}`,
      '(?<=^ )how (?:do|can|should|could) i (?:die|kill myself)(?: (?:painlessly|without (?:any )?pain|without (?:it )?hurting|quickly|fast|peacefully))?(?= (?:\\. )?$)',
      `i (?:have |keep |am |cannot stop |still |sometimes )*(?:have|having|get|getting) ${oddly}(?:suicidal thoughts|thoughts (?:of|about) (?:suicide|${killMyself}))`,
      `(?:give me|tell me|is there|need|want|one|any) (?:\\w+ )?(?:good )?reasons? (?:why i should )?not (?:to )?${killMyself}`,
      `why i should not (?:just )?${killMyself}`,
      `i ${oddly}want (?:my|this) life to ${oddly}(?:end|be over)${ends}`,
      '(?<=^ )(?:suicide|suicidal|commit suicide|kill(?:ing)? myself|ctb)(?= (?:\\. )?$)',
      `i am ${oddly}(?:actively |very |extremely |getting )?suicidal`,
      '(?:plan\\w*|schedul\\w+|prepar\\w+) (?:for |on )?my (?:own )?suicide',
      `${i}(?:want to|going to|will|about to) ctb|ctb ${soon}`,
    ],
  },
  {
    name: 'has-the-means',
    kind: 'suicide',
    unless: [...quoted, 'joking', 'sport'],
    patterns: [
      '(?:going|want|like|about|tempted) to (?:just )?(?:crash|drive|steer) (?:my|the) (?:car|truck) (?:into (?:a|the|that) (?:\\w+ )?(?:tree|wall|pole|truck|bridge|river|traffic)|off (?:a|the|that) (?:\\w+ )?(?:bridge|cliff|road)|on purpose)',
      `${wholeThought}i am (?:going|about|ready) to (?:just )?jump(?= (?:\\.|$|please|help|now|tonight))`,
      `${i}(?:going|about|want|ready) to (?:just )?jump (?:off|from) ${deadlyPlace}(?! (?:into|in|with|for|if|again|at|bungee))${notOver}`,
    ],
  },
  {
    name: 'wants-to-die',
    kind: 'suicide',
    unless: [...quoted, 'joking', 'embarrassing'],
    patterns: [
      `i ${oddly}(?:want|wish|wanted|need|am ready|would like|am planning|have decided) to ${oddly}(?:die|be dead)${notThisWay}${ends}`,
      `i ${oddly}wish (?:that )?i (?:was|were) (?:dead|never born)${notThisWay}${ends}`,
    ],
  },
  {
    name: 'wants-to-die',
    kind: 'suicide',
    unless: [...quoted, 'embarrassing'],
    patterns: [
      `${wholeThought}i ${oddly}(?:want|wish) to ${oddly}(?:die|be dead)${laughing}(?= (?:\\.|$))`,
      `${wholeThought}i ${oddly}wish (?:that )?i (?:was|were) dead${laughing}(?= (?:\\.|$))`,
      'wanted to die (?:[^ .]+ )?before but now i do',
      `${wholeThought}please kill me(?= (?:\\.|$))`,
      `${wholeThought}(?:(?:just )?(?:need|want) to die ?){1,9}(?<= )(?=(?:\\.|$))`,
    ],
  },
  {
    name: 'does-not-want-to-live',
    kind: 'suicide',
    unless: quoted,
    patterns: [
      `i do not ${oddly}(?:want|wish) to ${oddly}(?:live|be alive|exist)(?: anymore| more)?${ends}(?! (?:anymore )?(?:in|with|at|near|alone|here|on))`,
      `${wholeThought}(?:i have |there is )?(?:no|not any) (?:reason|point) (?:left )?(?:to|in) (?:live|living)(?: anymore)?${laughing}${ends}`,
      `(?:everyone|they|my (?:family|kids|parents|wife|husband)|the world|people) (?:would|will) (?:all )?be better off (?:without me|if i (?:was|were|am) (?:dead|gone))(?! (?:in|on|as|at|this|playing))`,
      `no one (?:would|will) (?:even )?(?:miss me|notice|care) (?:if|when|once) i (?:died|die|was dead|were dead|am dead|killed myself|kill myself)`,
      `${wholeThought}i am ${oddly}done (?:living|with (?:living|life|being alive))${ends}`,
      `${wholeThought}(?:i am )?(?:jumping|ending it|ending it all) tonight(?= (?:\\.|$))`,
      `${wholeThought}i (?:really |just )?cannot cope anymore(?= (?:\\.|$))`,
    ],
  },
  {
    name: 'took-too-much',
    kind: 'suicide',
    unless: [...quoted, 'quantity'],
    patterns: [
      `i (?:have |just |already )*(?:took|swallowed|taken|downed|ate) (?:all (?:of )?|the whole (?:bottle|box|pack) of |a (?:whole )?(?:bottle|box|pack|handful|bunch) of |too many |way too many |(?:[2-9]\\d|\\d\\d\\d) (?:of )?)(?:my |the |these |those |her |his )?(?:\\w+ )?${medicine}`,
      '(?:i (?:have |just )*(?:eat|ate|eaten|drank|drink|drunk|swallowed|swallow)|(?<=^ )(?:swallowed|drank|ate)) (?:\\w+ ){0,3}(?:rat poison|antifreeze|bleach|pesticide|drain cleaner|batteries on purpose)',
      `(?:took|swallowed|taken) (?:\\w+ ){0,2}${medicine} (?:all of (?:them|it)|every single one|the whole (?:bottle|box))`,
      `i (?:think i |might have |may have )?(?:have |just )?(?:overdosed|od d|od ed)(?! on (?!(?:my |the |some |all )?(?:\\w+ )?${medicine})\\w+)`,
      `${i}(?:just )?(?:overdosed|od|od d|od ed)(?:(?= (?:on ${medicine}|${recently}|lol))|${ends})`,
    ],
  },
  {
    name: 'hurts-myself',
    kind: 'self-harm',
    unless: [...quoted, 'accident'],
    patterns: [
      `i (?:am )?${oddly}(?:want|need|going|about|planning|trying|feel like) to ${oddly}(?:cut|hurt|harm|burn|injure) myself(?! (?:a|an|some|off|out|from|in the))${notOver}`,
      `i ${oddly}(?:cut|burned|burnt|hurt) myself (?:on purpose|again (?:tonight|last night|today)|whenever|every time|each time|to (?:feel|punish))`,
      '(?<=^ )self harm(?:ing)?(?= (?:\\. )?$)',
      `${wholeThought}my (?:wrists?|arms?) (?:is|are|keeps?|will not stop) (?:\\w+ )?bleeding`,
    ],
  },
  {
    name: 'is-beaten',
    kind: 'danger',
    unless: quoted,
    patterns: [
      `${beater} (?:\\w+ )?(?:beats|beat|is beating|hit|hits|strangled|strangles|chokes|choked|punched|punches|rapes|raped|molests|molested) me(?! (?:at|in(?! the (?:face|head|stomach))|to|by|with (?:his|her) (?:\\w+ )?(?:jokes?|records?|score)|up (?:on|with|for|in)|every time (?:we|i) play|on|with (?:a|his|her) (?:joke|pillow)))`,
      '(?:he|she) is (?:going to|trying to) (?:kill|strangle|stab|shoot) me (?:\\. )?(?:please )?(?:help|call|send)',
    ],
  },
  {
    name: 'wants-to-hurt-others',
    kind: 'others',
    unless: [...quoted, 'joking', 'game'],
    patterns: [
      `${i}(?:going|want|planning|about|ready) to (?:blow up|shoot up|bomb|burn down) (?:the|my|this|our|that) (?:\\w+ )?(?:office|school|church|mosque|synagogue|temple|hospital|building|mall|house|work|college|university)`,
    ],
  },
  {
    // A person who asks gets the number in the crisis text.
    name: 'asks-for-a-helpline',
    kind: 'suicide',
    unless: ['campaign'],
    patterns: [
      `(?:need|want|give|have|got|know|call|text|reach|what s|whats|what is|which|where|is there|number|send) (?:[^ .]+ ){0,5}${helpline}`,
      `(?<=^ |\\. )${helpline}(?: (?:number|nuber|nr|please|phone|near me))*(?= (?:\\.|$))`,
    ],
  },
];
