import type { Rule } from '../../word-list.ts';
import { atEnd, deadlyPlace, medicine, oddly } from './slots.ts';

const gun = '(?:gun|guns|pistol|rifle|shotgun|revolver|handgun|glock)';
const blade = '(?:blade|blades|razor|razors|razor blade|knife|scalpel|box cutter)';
const edge =
  '(?:bridge|ledge|rooftop|overpass|cliff|railing|parapet|balcony|train tracks|railway tracks|tracks|rails)';
const many =
  '(?:all|all of|the whole|a whole|whole|the entire|every|everything|too many|a lot of|lots of|loads of|a bunch of|a handful of|about \\w+|\\d\\d|\\d\\d\\d|twenty|thirty|forty|fifty|sixty|a hundred)';
const poison =
  '(?:bleach|antifreeze|drain cleaner|rat poison|weed ?killer|detergent|pesticide|petrol|ammonia)';

/** The means are at hand, or the person asks how. */
export const means: Rule[] = [
  {
    name: 'means-at-hand',
    kind: 'suicide',
    unless: ['topic', 'game', 'accident', 'animals', 'joking', 'sport', 'hunting', 'toy'],
    patterns: [
      `(?:took|taken|tuk|swallowed|counted|have|got|ate) (?:[^ .]+ ){0,4}(?:\\d\\d|\\d\\d\\d|too many|a lot of) (?:\\w+ )?${medicine}(?! (?:a|per|for|from) )(?! (?:left|mg))`,
      `(?:\\d\\d|\\d\\d\\d) ${medicine} and (?:a|some|the) (?:bottle|whisk\\w+|vodka|glass|wine)`,
      `i counted (?:them|the ${medicine}) \\. \\d\\d`,
      `(?:took|taken|tuk|swallowed) (?:all )?(?:moms|dads|my moms|my dads|grandmas|my grandmas|her|his|someone elses) (?:\\w+ )?${medicine}`,
      `i (?:took|tuk|have taken|swallowed) (?:the |some |my )?${medicine} (?:what do i do|help|and i (?:regret|am scared|feel))`,
      `(?:help|hlep) (?:me )?(?:\\. )?i (?:took|tuk|swallowed) (?:the |some |my )?${medicine}`,
      `injected (?:all|my whole|too much)`,
      `(?:got|took|have) (?:[^ .]+ ){0,3}${gun} (?:out|from) (?:of )?(?:the |his |my )?(?:safe|closet|drawer|cabinet)(?! (?:to clean|for))`,
      `one bullet (?:[^ .]+ ){0,3}(?:need|enough|take)`,
      `(?:practi[cs]ed|tried|testing|tested) (?:it )?with (?:the|a|my) (?:belt|rope|noose|cord)`,
      `(?:charcoal|helium|exit bag|carbon monoxide|hanging|jumping|pills|overdose|rope) is how i (?:will|am going to|would)`,
      `(?:helium|nitrogen|carbon monoxide|drowning|hanging) (?:\\w+ ){0,4}(?:peaceful|painless)`,
      `the (?:river|water|bridge|train|tracks|pills|blade|razor|rope|noose|edge|roof) (?:is |looks? |looking |sounds |are )(?:so |really |very )?(?:inviting|calling me|comfy|tempting|comfortable|good|peaceful)(?= (?:\\.|$|right now|tonight|lol))(?<!(?:river|water|rope|train|bridge) looks? (?:good|peaceful))`,
      `i (?:sat|stood|was|am) on the (?:railing|ledge|parapet|edge of the)`,
      `floor with the window open`,
      `(?:just )?(?:did|done) something (?:really )?stupid(?= (?:[^ ]+ ){0,3}(?:took|pills|cut|swallowed))`,
      `(?:drive|driving|steer) (?:my car )?(?:\\w+ )?off the (?:road|bridge|cliff)(?= (?:on purpose|on the way|tonight|\\.|$))(?<=(?:maybe|will|going to|want|about|could|just) (?:[^ .]+ ){0,3}driv(?:e|ing) .{0,24})`,
      `(?:going|want|will|about) (?:to )?(?:drink|swallow|eat) (?:the |some )?(?:poison|${poison})`,
      `brains (?:out|on|all over|lol)(?<=my brains .{0,8})`,
      `i am (?:\\w+ )?(?:standing|sitting|lying|laying|climbing|stood|sat) (?:\\w+ )?(?:on|at|over|by|onto) (?:the )?(?:edge of )?(?:the |a |my )?(?:\\w+ )?${edge}(?= (?:\\.|$|right now|ready|and (?:i (?:want|am|will|cannot)|ready|about|going)))`,
      `i am (?:\\w+ )?(?:on|at) the (?:ledge|(?:train |railway )?tracks|edge of (?:the|a) (?:roof|cliff|bridge|building))(?: right now)?(?= (?:\\.|$|waiting|and))`,
      `(?:bridge|roof|ledge|cliff|tower|tracks|garage|building|edge) (?:[^ ]+ ){0,8}(?:not (?:\\w+ ){0,5}(?:coming|come) (?:back )?down|looking down|waiting for the train|ready to (?:jump|fall)|says? (?:\\w+ )?will jump)`,
      `${gun} (?:[^ .]+ ){0,4}(?:use it(?: on myself)?|in my (?:lap|mouth)|to my head|beside me|next to me|on the table|is loaded)${atEnd}`,
      `(?:loading|loaded) (?:my|the) ${gun}`,
      `put (?:it|the ${gun}|a ${gun}) in my mouth`,
      `(?:my|dads|husbands|the) ${gun} (?:is )?(?:beside|next to|in front of) me`,
      `(?:something|anything) (?:stupid|bad) with (?:[^ .]+ ){0,3}(?:${gun}|${blade}|pills|rope)`,
      `(?:ceiling|wall) with (?:a|my|the) ${gun}`,
      '(?:noose|belt|rope|cord) (?:[^ .]+ ){0,2}(?:a?round) my neck',
      '(?:noose|rope) (?:\\w+ )?(?:is )?(?:tied|ready|up|hanging)',
      '(?:have|got|with) (?:a|the|my) (?:rope|noose|belt) (?:[^ .]+ ){0,6}(?:beam|chair|stool|branch|ready|picked out)',
      `(?:bath|bathtub|tub|bathroom|shower) with (?:a|my|the) ${blade}`,
      `${blade} (?:[^ .]+ ){0,6}(?:on|against) (?:myself|my (?:wrist|arm|throat|skin))`,
      `(?:saving|saved|hiding|hoarding|hoarded|stockpil\\w+|collecting|stashing|stashed|counting out) (?:up )?(?:all )?(?:of )?(?:my|enough) (?:\\w+ )?${medicine}(?! (?:in|for (?:my|the)))`,
      `(?:i|am|will|just|going|about|want) ${oddly}(?:to )?(?:take|took|taken|swallow|swallowed|swallowing|down|downed|taking|mixed|drank|ate) (?:like )?${many} (?:(?:of|my|the|these|those|bottle|box|packet|packets|pack|sleeping) ){0,4}${medicine}(?! (?:out|back|to the|with me|a day|daily|per))`,
      `(?:going|about|want|ready|will) (?:to )?(?:take|swallow|down) (?:them all|all of them|the (?:whole|entire) (?:packet|bottle|box|pack|lot)|everything in)(?! (?:home|with|back))`,
      `${medicine} (?:[^ .]+ ){0,3}(?:in my hand|in front of me|next to me|beside me|calling me|lined up|laid out|ready on)`,
      `(?:looking|staring) at (?:the|my|this|these) (?:bottle of )?(?:${medicine}|${blade}|${gun}|rope|noose|bridge|train tracks)${atEnd}`,
      `(?:taken|took|taking|just took) an? (?:\\w+ )?overdose`,
      `i (?:just |have |have just |think i )?(?:\\w+ )?overdosed${atEnd}`,
      `i ${oddly}(?:drank|drunk|swallowed|took|ate|drink) (?:some |the |a bottle of )?${poison}`,
      `(?:engine|car|motor) (?:on|running) (?:[^ .]+ ){0,8}(?:tomorrow i will|could not do it)`,
      `(?:yeet|throw|launch|fling|chuck|toss) (?:myself|me) (?:off|out|from|in front|under|into) (?:of )?(?:the |a |my )?(?:traffic|window|${deadlyPlace})`,
      `(?:backflip|jump|jumping|dive|step|stepping|swan dive) (?:off|from|in front of) ${deadlyPlace}`,
      `(?:i|and|will|almost|nearly|just) ${oddly}(?:am )?(?:going to |about to |ready to |almost |nearly )jump(?:ed)?${atEnd}`,
      `(?:train|platform|bridge|roof|balcony) (?:[^ .]+ ){0,6}(?:almost|nearly|thinking about|think about|thought about|imagine|imagining) (?:jump|jumped|jumping)${atEnd}`,
      `(?:think|thinking|thought) (?:about|of) (?:jumping|stepping|walking) (?:in front|into traffic|off)`,
      `crash (?:my|the) car (?:[^ .]+ ){0,3}(?:on purpose|into)`,
      'tried to (?:od|overdose)(?! on)',
      `i attempted (?:again|last|this|yesterday|twice)`,
      `(?:going|want|ready|about|decided|soon) (?:to )?ctb|ctb (?:soon|tonight|tomorrow|this|today)`,
      `(?:catch|catching) the bus (?:[^ .]+ ){0,3}(?:iykyk|for good|forever)`,
    ],
  },
  {
    name: 'asks-how',
    kind: 'suicide',
    unless: ['topic', 'game', 'animals'],
    patterns: [
      `(?:survival rate|chances? of (?:surviving|dying)|odds) (?:[^ .]+ ){0,3}(?:jump|jumping|fall|overdose|overdosing|hanging|shot)`,
      `(?:feel|hurt|suffer) (?:[^ .]+ ){0,3}(?:when|if|while) (?:you|i) (?:hang|drown|overdose|jump|bleed out)(?! (?:out|up|on|in))`,
      `(?:which|what) (?:\\w+ )?(?:${medicine}|poison|drugs?) (?:is|are) (?:the )?(?:deadli\\w+|deadly|most lethal|strongest to)`,
      `how (?:do|can|to|should|would|does one) (?:i |you |one )?(?:\\w+ )?(?:tie|make|knot) a noose`,
      `(?:is|would|does) it (?:be )?(?:\\w+ )?(?:painful|hurt|painless|peaceful) to (?:bleed out|hang|drown|die|overdose|jump)(?! (?:your|my) hair)`,
      `how long (?:[^ .]+ ){0,6}(?:to die (?:from|by|of) (?:hanging|drowning|bleeding|overdos\\w+|carbon)|(?:bleed|bleeds) (?:out|to death))`,
      `(?:if|what if) i (?:take|took|swallow|swallowed|took) (?:${many}) (?:(?:of|my|the|these|at|bottle|sleeping) ){0,4}${medicine}(?! (?:a day|daily|off|out))`,
      `(?:would|will|can|could|does) (?:\\w+ ){0,4}${medicine} (?:\\w+ )?kill me`,
      `(?:how (?:many|much)|what) (?:[^ .]+ ){0,5}(?:to (?:not|never) wake up|would kill me|will kill me|to end it)(?! if)`,
      `(?:look(?:ed|ing)?|search(?:ed|ing)?|googl\\w+|read(?:ing)?|research\\w+) (?:(?:up|for|about|into|on) ){0,2}(?:how to (?:\\w+ ){0,2}(?:die|hang (?:yourself|myself)|kill (?:yourself|myself)|overdose|tie a noose|end it)|ways to (?:die|kill|end)|suicide methods|methods of suicide|painless)`,
      `(?:painless|easy|quick|effective) (?:suicide|death) (?:methods?|ways?)(?! for)`,
      'suicide methods?(?: (?:painless|that work))?',
      `(?:which|what|any) (?:[^ .]+ ){0,3}(?:bridge|building|roof|floor|cliff) (?:[^ .]+ ){0,5}(?:high enough|tall enough|to jump from|enough to die)`,
      'how (?:high|tall) (?:[^ .]+ ){0,8}(?:jump|fall) (?:[^ .]+ ){0,3}(?:die|dead|not survive)',
      '(?:how|to|can i|i want to) (?:[^ .]+ ){0,3}make it look like an accident',
      `insurance (?:[^ .]+ ){0,6}if i (?:kill|commit|die by|take my own|jump|do it)`,
      `(?:quick|fast|easi|painless)(?:est|er|ly)? (?:way )?to die${atEnd}`,
    ],
  },
];
