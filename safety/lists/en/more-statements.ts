import type { Rule } from '../../word-list.ts';
import { medicine } from './slots.ts';
import { killMyself } from './suicide.ts';

const jest = ['quoted', 'longAgo', 'joking', 'topic', 'game', 'embarrassing', 'sport'];
const few = '(?:[^ .]+ ){0,3}';
const some = '(?:[^ .]+ ){0,6}';
const ends =
  '(?= (?:\\.|$|and|but|so|because|please|help|now|tonight|today|tomorrow|soon|anymore|again|this|on|if|then|lol))';
const intend =
  '(?:(?:am|going|want|about|ready|plan\\w*|decided|intend|tempted|have|tried|trying|wanting) (?:to )?|will |might |may |shall |could )(?:(?:just|really|probably|literally|go|actually) ){0,2}';
/** More than anyone takes for a pain. A weight or a measure is a dose. */
const many =
  '(?:[2-9]\\d|1\\d\\d|(?:twenty|thirty|forty|fifty|sixty|a hundred)(?: \\w+)?|an? (?:whole |entire )?(?:bottle|box|packet|pack|sheet|strip) of|all (?:of )?|every|the whole)(?! (?:mg|mcg|ml|milligrams?))';
const drug = `(?:${medicine}|(?:sleeping )?tabs|capsules|sleepers|pain ?killers|ibuprofens?|tylenols?|benadryls?|tramadol|propranolol|amitriptyline|co codamol|cocodamol|benzos|diazepam|nurofen|panadol|crocin|dolo|promethazine|nytol|unisom|beta blockers)`;
const way =
  '(?:hang(?:ing)?|slit(?:ting)?|drown(?:ing)?|shoot(?:ing)?|overdos(?:e|ing)|cut(?:ting)?|suffocat(?:e|ing))';
const limb = '(?:arms?|wrists?|legs?|thighs?|skin|stomach|hips?|hand|ankle)';
const water = '(?:sea|ocean|river|lake|water|canal)';

/** Of a way, its pain and its dose. */
const ways: Rule = {
  name: 'asks-for-a-way',
  kind: 'suicide',
  unless: [...jest, 'children', 'lesson'],
  patterns: [
    `how (?:many|much) ${few}${drug} ${some}(?:kill me|to die|to kill myself|i (?:need|have) to take to)`,
    `how (?:deep|far|high|much|many|long|fast|hard|tall) ${few}i ${some}to (?:die|bleed out|kill myself)(?! (?:my|hair))`,
    `how long (?:does it take |will it take |until i |before i |to )(?:me )?(?:to )?die (?:from|of|by|after) (?:${drug}|an? overdose|hanging|bleeding|blood loss|carbon)`,
    '(?:painless|peaceful|easy|quick) death (?:medicine|pills?|methods?|drug|injection)',
    '(?:which|what|tell me|give me|need|want|any) (?:[^ .]+ ){0,2}(?:medicines?|pills?|tablets?|drug|poison|injection) (?:for|to) (?:me to )?(?:die|dying|death|suicide)',
    '(?:googl\\w+|search\\w*|looking|look(?:ed)? up|research\\w*|reading|finding) (?:up |for |about )?(?:a |the )?suicide (?:methods?|ways?)',
    'where (?:do|should|can|to|would) (?:i )?cut (?:[^ .]+ ){0,3}(?:bleed|die)',
    '(?:pill|drug|injection|poison|something) (?:that|which|to) (?:\\w+ )?(?:ends? it|ends? (?:my |a )?life|kills? me)(?= (?:\\.|$|all|painlessly|quick\\w*|fast|in my sleep))',
    `(?:will|would|can|could|is|are) ${many} ${few}${drug} ${few}(?:kill (?:me|you)|enough to (?:die|kill))`,
    `what (?:happens|will happen|would happen|happen) if i (?:take|took|swallow|have taken|swallowed) ${many} ${few}${drug}`,
    `(?:if|does|will|would) it (?:really |actually |still )?hurts? (?:much |a lot |bad |if (?:i|you) |when (?:i|you) |to )+${way} (?:yourself|myself)(?! (?:a|an|some|the))`,
    `does ${way} (?:yourself|your (?:wrists?|throat)|my (?:wrists?|throat)) (?:really |actually )?hurt`,
    `(?:best|quick|quickest|easy|easiest|fastest|painless|least painful|surest|cleanest) (?:\\w+ )?(?:way|method)s? (?:(?:to|for|of) (?:me to )?(?:die|dying|go forever|${killMyself}|suicide)|out of (?:this |my )?life)(?! (?:in|my|his|her|hair|out|of|for|down|eggs|yarn|fabric|cotton|wool))`,
  ],
};

/** In plain grammar as well, by what is meant. */
export const moreStatements: Rule[] = [
  ways,
  {
    name: 'kill-myself',
    kind: 'suicide',
    unless: jest,
    patterns: [
      `only (?:reason|thing) (?:[^ .]+ ){0,4}(?:not|never|stopping me from|keeping me from|between me and|stops me from|keeps me from) (?:\\w+ )?${killMyself}`,
      `(?:fantasi\\w+ (?:about|of)|planning|plan|picturing|rehearsing|arranging|arranged|planned) my own (?:death|suicide)`,
      `(?:my|the) (?:full |firm |sincere )?intention (?:is )?(?:to|of) (?:be dead|die|dying|${killMyself})`,
      'why i should not (?:just )?jump',
      `(?:not|cannot|never) (?:[^ .]+ ){0,7}without ${killMyself}(?= (?:\\.|$))`,
      'i (?:will|want to|wants?|am going to|going to) (?:to )?kill me(?= (?:\\.|$|this night|tonight|today|now))',
      'i will be found (?:hanging|dead)',
      '(?<=(?:^| \\.| i) )(?:have )?attempted (?:again )?(?:yesterday|last night|tonight|this morning)(?! (?:to|a|an|the|my|it))',
      '(?:(?:going|want|about|decided) to|will) (?:(?:do|make|just) )?suicide(?= (?:\\.|$|tonight|today|tomorrow|now|because|and|myself|so|this|please))',
      `${intend}(?:put an end to (?:myself|my (?:own )?life|my existence)|hang from (?:the |a |my )?(?:ceiling )?(?:fan|tree|beam|rafters?|hook|ceiling)|(?:set|light) myself (?:on fire|alight)|(?:put|stick) my head in (?:the|an) (?:gas )?oven(?! to)|burn myself (?:alive|to death)|starve myself to death)`,
      '(?:tried|attempted|trying) to end it (?:\\w+ ){0,2}(?:times|already|before|last night|yesterday|again|tonight)',
      '(?:that is|is) (?:the day |the night )?(?:when )?i (?:will )?(?:die|end it|kill myself)(?<=date .{0,40})',
      'end(?:ing)? life (?:tonight|today|tomorrow|now)',
    ],
  },
  {
    // Another's words, but meant.
    name: 'kill-myself',
    kind: 'suicide',
    unless: ['topic', 'game', 'longAgo', 'joking'],
    patterns: [
      '(?:voices?|god|satan|the devil|my (?:brain|mind|head)) (?:is |are |keeps? |kept |just )?(?:say|says|said|saying|tells?|told|telling) (?:me )?(?:that i should |i should |to )?(?:just )?(?:kill (?:yourself|myself)|jump|hang myself|die|end it)(?= (?:\\.|$|and|off|from|all|every|now|but))',
    ],
  },
  {
    name: 'thinks-of-suicide',
    kind: 'suicide',
    unless: jest,
    patterns: [
      'suicide (?:is|as|seems|feels like|looks like|looks) (?:like )?(?:\\w+ )?(?:my|the) (?:only|best|last|one) (?:\\w+ )?(?:option|way|answer|choice|exit|thing|solution)',
      '(?:my|the) (?:overdose|suicide|hanging) is (?:planned|ready|set|tonight|tomorrow|booked)',
    ],
  },
  {
    name: 'wants-to-die',
    kind: 'suicide',
    unless: jest,
    patterns: [
      'please (?:just )?let me die(?= (?:\\.|$|please|now|in peace|tonight|already))',
      '(?:been|keep|kept|always) (?:trying|wanting|wishing|hoping|praying) to die(?! (?:my|his|her|of|in (?:the|a) game))',
      '(?:beg|begging) (?:you |them |someone |everyone |god )?(?:to )?(?:please )?let me die',
      `i (?:\\w+ ){0,2}(?:long|yearn|pray|wish|ready|hope|beg) for (?:my )?death${ends}`,
      `(?<!not )(?:i|also|really|just|only|would) (?:crave|want|desire|welcome|seek|await) (?:my )?death${ends}`,
      'death is (?:all|what|the only thing|everything) i (?:want|need|crave)',
      `i (?:\\w+ )?(?:have|got) (?:no|zero|absolutely no) (?:more )?will to live(?= (?:\\.|$|and|anymore|left|at all|because))`,
      '(?:switzerland|dignitas) (?:[^ .]+ ){0,2}to die',
    ],
  },
  {
    name: 'took-too-much',
    kind: 'suicide',
    unless: [...jest, 'quantity'],
    patterns: [
      `(?:tried|trying|going|want|about|planning|plan|need|might|will) (?:to )?(?:od|overdose)(?= (?:\\.|$|yesterday|last night|tonight|today|tomorrow|again|now|on (?:my|purpose|${drug})|and|but|so|because|this))(?! (?:again )?on (?:sugar|cake|chocolate|cheese|coffee|carbs|sweets|food))`,
      '(?:took|taken|swallowed|drank) (?:way |far )?too (?:much|many) (?:[^ .]+ ){0,3}on purpose',
      `(?:i (?:\\w+ ){0,2}|(?<=(?:^| \\.) )(?:just )?)(?:took|taken|swallowed|downed|necked|ate|eaten|had) ${many} ${few}${drug}(?! (?:as|for|with (?:breakfast|food|lunch)|over|this (?:week|month|year)))`,
      `(?:saved|saving|stockpil\\w+|hoard\\w+|collect\\w+|stashed) (?:up )?${few}${drug} ${some}(?:\\. )?(?:enough|to die|to kill|for the (?:day|night))`,
      `enough (?:[^ .]+ ){0,4}(?:not|never) (?:to )?wake(?: up)?(?= (?:\\.|$|tomorrow|again|ever|this))`,
    ],
  },
  {
    name: 'hurts-myself',
    kind: 'self-harm',
    unless: [...jest, 'accident'],
    patterns: [
      'i (?:\\w+ )?(?:want|need|have|going) to cut (?:so (?:bad|badly|much)|deeper|my (?:skin|arms?|wrists?|thighs?)|again (?:tonight|so))',
      'i (?:am )?(?:\\w+ )?cutting (?:right now|again|tonight)(?! (?:the|down|out|up|back|my (?:hair|grass)))',
      '(?:clean|free) (?:for )?\\d+ (?:days|weeks|months|nights) (?:[^ .]+ ){0,3}(?:\\. )?(?:[^ .]+ ){0,3}cut (?:again|tonight|last night|today|myself)',
      `(?:burn|burned|burnt|burning) my (?:\\w+ )?${limb} (?:with )(?:\\w+ )?(?:lighter|cigarettes?|match\\w*)`,
      `carv(?:ed|ing|e) (?:[^ .]+ ){1,6}(?:in|into|on) (?:to )?my (?:\\w+ )?${limb}`,
    ],
  },
  {
    name: 'has-the-means',
    kind: 'suicide',
    unless: [...jest, 'outing', 'conditional'],
    patterns: [
      '(?<=(?:^| \\.| am| i) )(?:am )?(?:lying|laying|lay|stood|standing|sat|sitting) (?:down )?on the (?:train |railway )?(?:tracks|rails|train line|railway line)(?= (?:\\.|$|now|right|waiting|and|train))',
      '(?:going to|want to|about to|tempted to) (?:just )?(?:steer|drive|swerve|drift) (?:\\w+ ){0,2}into (?:the |an )?(?:oncoming|on coming) \\w+',
      '(?<=(?:^| \\.| am| i) )on the (?:ledge|parapet|window ?ledge) (?:right )?now',
      '(?:am|going to|about to|car and|and|will) (?:just )?driv(?:e|ing) off (?:the|a|that) (?:\\w+ )?(?:pier|cliffs?|bridge|quay|harbou?r|ravine|overpass)(?! (?:when|after|at \\d))',
      '(?:i |(?<=(?:^| \\.) ))(?:just |have )?(?:jumped|threw myself|stepped|walked) (?:out )?in front of (?:a|the|an) (?:\\w+ )?(?:car|bus|train|truck|lorry|tram|van)',
      '(?:press|push|hold|stick|point)\\w* (?:a|the|my|this) (?:\\w+ )?(?:knife|blade|razor) (?:in|into|to|at|against|on) my (?:own )?(?:stomach|throat|chest|wrists?|neck|heart|skin)',
      'trying to make myself (?:jump|let go|pull the trigger)',
      `walk(?:ing)? into the ${water} (?:\\. )?(?:\\w+ )?(?:\\. )?(?:goodbye|bye|not come back|never come back|and (?:not|never))`,
    ],
  },
  {
    name: 'wants-to-hurt-others',
    kind: 'others',
    unless: [...jest, 'toy', 'hunting'],
    patterns: [
      '(?:am |going to |will )bring(?:ing)? (?:a|an|my|the|his|dads?|dad s) (?:\\w+ )?(?:gun|rifle|pistol|glock|shotgun|machete) (?:in )?to (?:school|class|work|church|college|campus|uni|the (?:office|mosque|party))',
    ],
  },
  {
    name: 'is-beaten',
    kind: 'danger',
    unless: jest,
    patterns: [
      'my (?:\\w+ )?(?:uncle|dad|father|step dad|brother|cousin|grandpa|grandfather|teacher|coach|boss|pastor|priest|mom s boyfriend) (?:keeps |is |has |been )*(?:touches|touched|touching|rapes|raped|raping|molest\\w+) (?:on )?me(?= (?:at night|in my (?:bed|room|sleep)|down there|there|where|when|under|and|every|again|\\.|$))(?! when (?:he|she) (?:says|said|sings))',
      'my (?:pimp|trafficker|captor|dealer) (?:will|is going to|wants to|said he will) kill me',
      'i (?:was|got|have been|just got|been) (?:gang |just |being )?raped(?= (?:please|help|last|tonight|today|yesterday|and|\\.|$|by))(?! in (?:ranked|the game))',
    ],
  },
];

/** The same words mean other things as often: the weights must agree. */
export const moreLooseStatements: Rule[] = [
  {
    name: 'has-the-means',
    kind: 'suicide',
    unless: [...jest, 'hunting', 'toy'],
    patterns: [
      '(?:rope|bullet|noose|gun|blade|pills) (?:[^ .]+ ){0,3}(?:\\. )?(?:it is|is|they are|one is) for me(?= (?:\\.|$))',
      '(?:gun|pistol|revolver|shotgun|rifle|glock|pistols)(?: is| are)? loaded(?= (?:\\.|$|and|next|on|in my))',
      '(?<=(?:^| \\.| my) )finger (?:is )?on the trigger',
      '(?:exit bag|suicide bag|sodium nitrite|nembutal|pentobarbital)',
      'charcoal (?:[^ .]+ ){0,4}(?:bathroom|car|tent|bedroom|sealed|taped)',
      '(?:plastic )?bag (?:[^ .]+ ){0,3}(?:on|over) my (?:own )?head',
      'pulled the trigger (?:but|and) \\w+',
      '(?:opened|turned on|turn on|open) the gas (?:tap |valve |on )?and (?:lay|lie|laid|shut|lock\\w*)',
      '(?:hose ?pipe|hose) (?:[^ .]+ ){0,4}exhaust|exhaust (?:[^ .]+ ){0,4}(?:hose ?pipe|window)',
    ],
  },
  {
    name: 'wants-to-die',
    kind: 'suicide',
    unless: jest,
    patterns: [
      `(?:want|wish|going|need) to (?:[^ .]+ ){1,3}and die(?= (?:\\.|$|alone|please))`,
      `${intend}drink(?:ing)? myself to death`,
      'let me die in peace',
      '(?:find|found) me (?:dead|hanging|hung)',
      'is suicide (?:wrong|a sin|selfish|ok|okay|bad|painful|forgiven) if (?:you|i|your)',
      'urges? to (?:jump|step in front|throw myself|crash)',
      '(?:assisted (?:suicide|dying)|euthanasia|dignitas) (?:[^ .]+ ){0,4}(?:for me|i apply|i get|can i)',
      'attempted (?:\\d+|two|three|four|several|many) times',
      'too late (?:if|now) i (?:took|have taken|swallowed)',
    ],
  },
];
