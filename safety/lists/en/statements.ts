import type { Rule } from '../../word-list.ts';
import { deadlyPlace, medicine } from './slots.ts';
import { killMyself } from './suicide.ts';

/** Words that change nothing, in any order. */
const oddly =
  '(?:(?:really|just|so|also|honestly|literally|actually|still|only|always|ever|even|do|truly|simply|often|sometimes|constantly|genuinely|seriously|desperately|now|probably|finally|basically|fully|already|almost|kinda|lowkey|maybe|very|much|quite|well|all|sincerely|properly|definitely|def|legit|pretty|sure) ){0,4}';
/** Where a thought begins, its "I" is often left out. */
const start =
  '(?<=(?:^| (?:\\.|_|and|but|so|because|then|or|now|lol|honestly|bro|mate|help|please|sorry|hi|hey|hello|anyway|guess|think|though|yeah|well|really|ok)) )';
const i = `(?:i (?:am |have |had |do |was |will |would |shall |feel )?|${start}(?:am |have |will )?)${oddly}`;
const wish =
  '(?:(?:want(?:ed|ing)?|wish|need|would like|like|love|prefer|intend|plan(?:ning|ned)?|ready|prepared|determined|decided|resolved|hoping|hope|pray|cannot wait|trying|tried|mean|meaning|choose|chose|chosen|made up my mind|fixing|longing|long|begging|supposed|due|time|best|itching) (?:for me )?(?:to|on|of)|(?:thinking|think|thought|thoughts?|dreaming|fantasi\\w+|obsessed|considering|contemplating|planning|fancy|decided|tempted) ?(?:about|of|on)?)';
const intend = `(?:${wish}|(?:going|about|bound) to(?: go)?|go|will|shall|might|may|am off to|off to|could)`;
/** Never said of anything else. */
const ownDeath = `(?:${killMyself}|kms|ctb|(?:do(?:ing)?|did) (?:myself in|away with myself)|(?:put|putting) (?:a|the) bullet (?:in|through|into) (?:my|me) (?:head|brain|skull)|make myself dead|die by suicide|suicide myself|commit(?:ting)? suicide)`;
/** What annoys does not kill. */
const notOver =
  '(?! (?:\\w+ ){0,2}(?:if|over|when|whenever|every time|each time|every(?! (?:single )?(?:day|night|morning|hour|minute))|after|laughing|trying|just to|before|from|with (?:kindness|laughter)|at (?:the gym|work)|by accident|(?:in|to) (?:the )?(?:\\w+ )?(?:game|level|respawn|match|minecraft|roblox|gta|skyrim|fortnite)))';
/** A day or an hour, which is seldom set in jest. */
const time =
  '(?:tonight|to night|the night|today|tomorrow|later|right now|now|soon|in (?:an|\\d+|a few|two|three) (?:minutes?|mins?|hours?|hrs?|days?|weeks?)|(?:this|next) (?:weekend|week|evening|afternoon|morning|month|time)|(?:on|by|before|after|until) (?:the )?(?:\\d+\\w*|\\w+day|new year\\w*|christmas|easter|midnight|morning|noon|dawn|school|work|lunch|dinner|weekend|end of (?:the )?(?:week|month|day)|my birthday)|at (?:\\d+|midnight|noon|dawn|night)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|forever|for good)';
const meant =
  '(?:for real|really(?= (?:this time|\\.|$|not|no))|no joke|not (?:a joke|joking|kidding|even joking|a drill)|i mean it|i am (?:serious|not joking|not kidding)|srs|seriously|this time)';
/** The thought ends here, or its reason follows. */
const ends =
  '(?= (?:\\.|$|and|but|so|because|cause|since|i|please|sorry|help|anymore|anyway|really|too|every (?:single )?(?:day|night|morning)|all (?:day|the time)|again|constantly|in my|with my|instead|thank|can you|what|how|do you|or|like (?:for real|seriously|actually|right now|really)))';
const strong = `(?= (?:${time}|${meant}))`;

const own = '(?:my|me|mine|these|those|her|his|mom s|dad s|nan s|your|the|some)';
const amount =
  '(?:all|every|everything|whole|entire|lots?|loads?|bunch|handfuls?|fistful|too many|too much|way too|bottle|bottles|packets?|packs?|boxe?s?|strips?|rest|most|\\d\\d+|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|dozens?|overdose)';
const drug = `(?:${medicine}|paracetmol|sleepers|pain ?killers|antidepress\\w+|amitriptyline|propranolol|diazepam|codeine|tramadol|benzos|trazodone|seroquel|adhd meds|poison|bleach|pesticide|antifreeze|weed ?killer|rat poison)`;
const took =
  '(?:took|taken|tuk|takn|taking|swallowed|swallowing|downed|necked|popped|ate|eaten|had|done|ingested|drank|drunk|consumed)';
const limb =
  '(?:wrists?|arms?|thighs?|legs?|throat|skin|veins?|forearms?|stomach|artery|neck|hands?|ankles?)';
const edge =
  '(?:ledge|window ?ledge|railing|railings|parapet|edge|tracks|train line|rails|bridge|roof|cliff|viaduct|overpass|balcony|platform)';

const jest = [
  ...['quoted', 'longAgo', 'supposed', 'joking', 'topic', 'game', 'embarrassing', 'conditional'],
  'sport',
];

/** Who it is about, what for, what and when: what is said in plain grammar counts, unless it is said in jest or of another. */
export const statements: Rule[] = [
  {
    name: 'kill-myself',
    kind: 'suicide',
    unless: jest,
    patterns: [
      `${i}${intend} ${oddly}${ownDeath}${notOver}`,
      `${i}${ownDeath}${strong}${notOver}`,
      `(?:kms|ctb|suicide|kill myself|killing myself) ${oddly}${meant}`,
      `${start}${killMyself}${notOver}(?= (?:\\.|$))`,
      `(?:tried|attempt\\w*|trying) ${oddly}(?:to|at)? ?(?:${killMyself}|kms)${notOver}`,
      `(?:urges?|thoughts?|ideas?|idea|plans?|plan|way|ways|date|reason|permission|courage|guts|means|note|time) (?:to|of|for|about|on) ${oddly}${killMyself}${notOver}`,
      `(?:stop|keep|kept|cannot stop|been|start(?:ed)?) ${oddly}(?:thinking|think|dreaming|fantasi\\w+) (?:about|of|on) ${oddly}(?:${ownDeath}|dying)${notOver}`,
      `i (?:am|was) ${oddly}${killMyself}${notOver}(?:${ends}|${strong})`,
      `(?:let me|makes? me want to|made me want to|told me to|telling me to|told to|say i should|i should) ${oddly}${killMyself}(?= (?:\\.|$|and i|so i|tonight))`,
      `(?:take|taking|taken|took|end|ending|ended) (?:my|mine|me) (?:own )?life(?= (?:\\.|$|${time}|because|and|so|before|with|in|by))`,
    ],
  },
  {
    name: 'thinks-of-suicide',
    kind: 'suicide',
    unless: jest,
    patterns: [
      `${i}(?:am |feel |feeling |been |being |getting |got |become |actively |passively |very |a bit |extremely |kind of |all )*suicidal(?! (?:tendencies|squad|clients?|patients?|people|teens?|students?|friend))`,
      `(?:thoughts? of|thinking (?:about|of|bout)|considering|decided on|think (?:about|of)|way out but|idea of) ${oddly}suicide(?! (?:prevention|squad|rates?|as|bombers?|in (?:the|a)|notes? (?:in|from)|is never|by (?:the|a)))`,
      `(?:my|written|wrote|writing|writ|got a|have a|finished|\\d+) (?:\\w+ )?suicide (?:notes?|letters?)`,
      '(?<=^ )suicide (?:note|letter|plan)(?= (?:check|help|ready|done|written|please|pls|\\.|$))',
      'suicid(?:e|al)(?: ideation)? (?:\\. )?(?:mine|it is mine|active with|active (?:and|i have)|with (?:a )?plan)',
      `(?:having|have|get|getting|got|thinking) ${oddly}suicidal (?:thoughts?|urges?|feelings?|ideation)`,
      `(?<=(?:^| \\.) )suicide \\. (?:${time}|date|thinking)`,
      `by my own hand|under (?:my|me) own steam(?<=(?:pub in the sky|dead|die|death|dying|gone|go) .{0,30})`,
    ],
  },
  {
    name: 'wants-to-die',
    kind: 'suicide',
    unless: jest,
    patterns: [
      `${i}${wish} ${oddly}(?:be|being) (?:\\w+ )?dead(?! (?:set|wrong|right|meat|last|weight|tired|serious|end|center|line|lift|body))(?:${ends}|${strong})`,
      `${i}(?:want|need|wish|would like|ready|decided|resolved|cannot wait|determined|waiting|trying|tried|meaning|supposed|plan|planning|longing) ${oddly}(?:to|on) ${oddly}(?:die|dying)(?! (?:my|of|for|from|on|laughing|hair|hard|alone|old|at|single|without|in (?:the|a|my) (?:game|arms)|if|when|whenever|every time|before (?:i )?see))(?:${ends}|${strong})`,
      `${i}(?:wish|wished|wishing) (?:that )?i (?:was|were|am|had been) (?:\\w+ )?dead(?! (?:set|tired|serious))`,
      `i (?:will|shall|am going to|might|am|have to|hope to|want to) (?:\\w+ )?(?:be )?dead (?:by|before|on|tonight|tomorrow|this|next|in) (?:the )?(?:\\d+\\w*|\\w+day|christmas|midnight|morning|noon|dawn|weekend|end|tonight|tomorrow|time|week|my)`,
      `(?:plan\\w*|intend\\w*) (?:on |to )(?:be|being) dead`,
      `(?:set|picked|chosen|chose|got) (?:a|the|my) (?:date|day|time) to (?:die|end it|kill)`,
      `cannot wait (?:until|to) (?:i am|be) dead`,
      `${time} i (?:will )?die(?= (?:\\.|$|by))`,
      `(?:dying|die|dead) ${time} (?:\\. )?by (?:choice|my own|me)`,
      `${start}${oddly}(?:want|need|ready|decided) to (?:die|be dead)(?= (?:\\.|$|please|so (?:bad|badly|much)|and|but|because))`,
      `(?:do not|not|never|no longer) ${oddly}(?:want|wish|like|care) (?:to )?(?:live|be alive|exist|be living|living)(?= (?:\\.|$|anymore|past|another|and|this life|tomorrow|without))`,
      `not ${oddly}be alive (?:${time}|anymore|past)`,
    ],
  },
  {
    name: 'took-too-much',
    kind: 'suicide',
    unless: [...jest, 'quantity'],
    patterns: [
      `${i}${took} (?:[^ .]+ ){0,3}${amount} (?:[^ .]+ ){0,4}${drug}`,
      `${i}${took} (?:${own} )?(?:\\w+ )?${drug} (?:\\. )?(?:all|every|the lot|too many|on purpose|to (?:die|kill)|a ?lot)`,
      `i (?:have |just |already |really )*(?:took|taken|swallowed|downed|necked) (?:them all|all of (?:them|it)|the (?:lot|whole (?:lot|bottle|box|packet|thing))|em all|every (?:single|last) one|too many)(?= (?:\\.|$|and|now|feeling|i|help|what|because|so))`,
      `(?:${drug}|them) (?:have|has|is|are) ?(?:not|still not)? (?:kicked in|kicking in|worked|working|in me)(?= (?:yet|\\.|$|how))(?<=(?:not|all) .{0,40})`,
      `${i}(?:taken|took|had|done|did|taking) (?:an?|the|another|my) (?:\\w+ )?(?:overdose|od)(?! of (?:sugar|vitamin|caffeine|cookies|chocolate))`,
      `${i}(?:overdosed|overdosing|od d|od ed)(?= (?:\\.|$|and|on (?:my|${drug}|pills|purpose|all)|i|last|help|again|please|what))`,
      `${i}${took} (?:some |the |of |a few |my (?:mom|dad|nan|sister|brother)s? |your )*(?:pills|tablets|sleepers|paracetamol)(?= (?:and (?:my|i|now|it)|help|on purpose|\\. help))`,
      `swallow(?:ed|ing)? (?:the|this|a|that) whole (?:bottle|box|packet|lot)(?! of)`,
      `i will (?:drink|consume|swallow) (?:[^ .]+ ){0,3}(?:bleach|antifreeze|pesticide|poison|weed ?killer)`,
      `${i}(?:drank|drunk|swallowed|drink|consumed|ingested) (?:[^ .]+ ){0,3}(?:bleach|antifreeze|pesticide|poison|weed ?killer|drain cleaner)`,
    ],
  },
  {
    name: 'hurts-myself',
    kind: 'self-harm',
    unless: [...jest, 'accident'],
    patterns: [
      `${i}(?:keep |kept |been |have been |started |am )*${oddly}(?:cut|cutting|hurting|harming|burning|burned|hitting|punching|stabbed|stabbing|scratching|biting|slicing|strangl\\w+|suffocat\\w+|choking) myself(?= (?:\\.|$|again|on purpose|badly|deep\\w*|and|to|for|because|did not|in the (?:face|bath|shower|bathroom)|since|when|so|at (?:school|work|night)|today|tonight|until|in))`,
      `${i}(?:self harm(?:ed|ing)?)(?= (?:\\.|$|again|tonight|today|last|because|on|at|and|every))`,
      `(?:sliced|slicing|slit|slitting|slashed|carved|cut|cutting|opened|open|stabbed) (?:up |open )?(?:my|me|both my) (?:\\w+ )?${limb}(?= (?:\\.|$|up|open|again|on purpose|and|quite|badly|with|so|because|to|last|tonight|today))(?! (?:shaving|and (?:it is only|a plaster)))(?<!(?:cut|cutting) my (?:hands?|legs?) )`,
      `i (?:have )?cut ${oddly}(?:an artery|(?:too|so|really|way) (?:far|deep))`,
      `${start}(?:want|need|about|going) to cut(?= (?:\\.|$))`,
      `i (?:have |am )?(?:been|started|still|keep) cutting(?= (?:since|again|\\.|$|every (?:day|night)|for (?:years|months|weeks)|to (?:feel|cope)))`,
      `(?:urges?|want|going|need) (?:\\w+ )?to (?:self harm|cut (?:myself|again)|hurt myself)(?= (?:\\.|$|and|so|tonight|again))`,
    ],
  },
  {
    name: 'has-the-means',
    kind: 'suicide',
    unless: [...jest, 'hunting', 'toy'],
    patterns: [
      `(?:noose|rope|belt|cord) (?:[^ .]+ ){0,2}(?:around|round|on) (?:my|me) (?:own )?neck`,
      `tied (?:a|the|my) noose`,
      `(?:gun|pistol|shotgun|barrel|glock|rifle) (?:[^ .]+ ){0,2}(?:in my mouth|(?:to|against|at|on) my (?:own )?(?:head|temple|chin|chest))`,
      `(?:knife|blade|razor|scalpel) (?:[^ .]+ ){0,3}(?:to|on|at|against) (?:my|me) (?:own )?(?:wrists?|throat|neck|veins?)`,
      `(?:am|standing|stood|sat|sitting|here) (?:\\w+ )?(?:on|at|over) (?:a|the|this) (?:\\w+ )?${edge} (?:[^ .]+ ){0,8}(?:jump|dead|die|over|let go|ready|step)`,
      `${i}${intend} ${oddly}(?:jump|jumping|throw(?:ing)? (?:myself|me)|step|walk|run|go) (?:out )?(?:off|from|in front of|under|onto|on) (?:of )?${deadlyPlace}(?! (?:into|in|with|for|if|again|at|bungee|stop|home|ride|to (?:work|school|town)))(?! \\. (?:bungee|just kidding|lol))(?<!(?:go|walk|run) (?:on|from|onto|under) .{0,40})(?:${ends}|${strong})`,
      `${i}${intend} ${oddly}(?:lie|lay|laying|lying) (?:down )?(?:on|across|in front of) (?:the |a )?(?:train |railway )?(?:tracks|rails|line|train|road)`,
      `${i}(?:am )?(?:about|going|drove|went|came) (?:[^ .]+ ){0,5}to jump(?= (?:\\.|$|please|help|and (?:die|not)|tonight|now))`,
      `(?:going to|will|shall|about to|want to|am) (?:\\w+ )?(?:hang|hanging|shoot|shooting|drown|drowning) (?:myself|me)(?= (?:\\.|$|${time}))`,
      `(?:going to|want to|tempted to|could|might|about to|about|easy to) ${oddly}(?:just )?(?:drive|steer|crash|put|driving|steering) (?:my |the |this |me )?(?:car |truck |wheelchair |van |bike )?(?:into|off|in front of|under) (?:a |the |that |this |an |oncoming )?(?:\\w+ )?(?:tree|wall|bridge|lorry|truck|overpass|river|canal|lake|cliff|traffic|train|pole|barrier)`,
    ],
  },
  {
    name: 'says-farewell',
    kind: 'suicide',
    unless: jest,
    patterns: [
      `this is (?:my )?(?:suicide note|final goodbye|last (?:message|text) before i)`,
      `(?:goodbye|bye|gnight|goodnight|good night) forever(?= (?:\\.|$))`,
      `(?:before|when|once) i (?:do it|kill myself|end it)(?= (?:\\.|$|tonight))`,
    ],
  },
];

/** Said in plain grammar, too, but jests and others say it as often: the other words must agree. */
export const looseStatements: Rule[] = [
  {
    name: 'thinks-of-suicide',
    kind: 'suicide',
    unless: jest,
    patterns: [
      `(?<! (?:he|she|they|who|someone|you|is|are|were|not|never|if|people|looks?|seems?|so) (?:\\w+ )?)suicidal(?! (?:tendencies|squad|clients?|patients?|people|teens?|students?|friend|person|charge))`,
      `(?:you|people|other \\w+|anyone|one) (?:[^ .]+ ){0,6}(?:kill(?:ing)? (?:yourself|themselves)|want to die)(?= (?:\\.|$|and|but|because|or|every|if|before|when|like|babe))`,
    ],
  },
  {
    name: 'wants-to-die',
    kind: 'suicide',
    unless: jest,
    patterns: [
      `i (?:will|shall|might|may|would|am going to|ought to|should|could|have to) (?:\\w+ )?be dead(?= (?:\\.|$|by|before|when|once|soon|tomorrow|tonight|anyway|in|and|but|already|if))`,
      `(?:tried|trying|meant|ways?|how|going|plan\\w*|time|about|ready|choose|chose) (?:\\w+ )?to die(?= (?:\\.|$|and|but|by|tonight|tomorrow|today|now|because|please))`,
    ],
  },
  {
    name: 'has-the-means',
    kind: 'suicide',
    unless: [...jest, 'hunting', 'toy'],
    patterns: [
      '(?:noose|rope) (?:is|is all|was|s) (?:\\w+ )?(?:up|tied|ready|tight|hung|hanging)',
      '(?:am|currently|think i am) overdosing',
    ],
  },
];
