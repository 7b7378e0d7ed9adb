import type { Rule } from '../../word-list.ts';
import { atEnd, deadlyPlace, medicine, oddly } from './slots.ts';

const gun = '(?:gun|guns|pistol|rifle|shotgun|revolver|handgun|glock)';
const blade = '(?:blade|blades|razor|razors|razor blade|knife|scalpel|box cutter)';
const edge =
  '(?:bridge|ledge|rooftop|overpass|cliff|railing|parapet|balcony|train tracks|railway tracks|tracks|rails)';
const poison =
  '(?:bleach|antifreeze|drain cleaner|rat poison|weed ?killer|detergent|pesticide|petrol|ammonia)';

export const means: Rule[] = [
  {
    name: 'means-at-hand',
    kind: 'suicide',
    unless: ['topic', 'game', 'accident', 'animals', 'joking', 'sport', 'hunting', 'toy'],
    patterns: [
      `(?:took|taken|tuk|swallowed|counted|have|got|ate) (?:[^ .]+ ){0,4}(?:\\d\\d|\\d\\d\\d|too many|a lot of) (?:\\w+ )?${medicine}(?! (?:a|per|for|from) )(?! (?:left|mg))`,
      `(?:\\d\\d|\\d\\d\\d) ${medicine} and (?:a|some|the) (?:bottle|whisk\\w+|vodka|glass|wine)`,
      `i counted (?:them|the ${medicine}) \\. \\d\\d`,
      `i (?:took|tuk|have taken|swallowed) (?:the |some |my )?${medicine} (?:what do i do|help|and i (?:regret|am scared|feel))`,
      `(?:help|hlep) (?:me )?(?:\\. )?i (?:took|tuk|swallowed) (?:the |some |my )?${medicine}`,
      `(?:got|took|have) (?:[^ .]+ ){0,3}${gun} (?:out|from) (?:of )?(?:the |his |my )?(?:safe|closet|drawer|cabinet)(?! (?:to clean|for))`,
      `one bullet (?:[^ .]+ ){0,3}(?:need|enough|take)`,
      `(?:practi[cs]ed|tried|testing|tested) (?:it )?with (?:the|a|my) (?:belt|rope|noose|cord)`,
      `(?:helium|nitrogen|carbon monoxide|drowning|hanging) (?:\\w+ ){0,4}(?:peaceful|painless)`,
      `the (?:river|water|bridge|train|tracks|pills|blade|razor|rope|noose|edge|roof) (?:is |looks? |looking |sounds |are )(?:so |really |very )?(?:inviting|calling me|comfy|tempting|comfortable|good|peaceful)(?= (?:\\.|$|right now|tonight|lol))(?<!(?:river|water|rope|train|bridge) looks? (?:good|peaceful))`,
      `i (?:sat|stood|was|am) on the (?:railing|ledge|parapet|edge of the)`,
      `floor with the window open`,
      `(?:drive|driving|steer) (?:my car )?(?:\\w+ )?off the (?:road|bridge|cliff)(?= (?:on purpose|on the way|tonight|\\.|$))(?<=(?:maybe|will|going to|want|about|could|just) (?:[^ .]+ ){0,3}driv(?:e|ing) .{0,24})`,
      `brains (?:out|on|all over|lol)(?<=my brains .{0,8})`,
      `i am (?:\\w+ )?(?:standing|sitting|lying|laying|climbing|stood|sat) (?:\\w+ )?(?:on|at|over|by|onto) (?:the )?(?:edge of )?(?:the |a |my )?(?:\\w+ )?${edge}(?= (?:\\.|$|right now|ready|and (?:i (?:want|am|will|cannot)|ready|about|going)))`,
      `i am (?:\\w+ )?(?:on|at) the (?:ledge|(?:train |railway )?tracks|edge of (?:the|a) (?:roof|cliff|bridge|building))(?: right now)?(?= (?:\\.|$|waiting|and))`,
      `(?:bridge|roof|ledge|cliff|tower|tracks|garage|building|edge) (?:[^ ]+ ){0,8}(?:not (?:\\w+ ){0,5}(?:coming|come) (?:back )?down|looking down|waiting for the train|ready to (?:jump|fall)|says? (?:\\w+ )?will jump)`,
      `(?:something|anything) (?:stupid|bad) with (?:[^ .]+ ){0,3}(?:${gun}|${blade}|pills|rope)`,
      '(?:have|got|with) (?:a|the|my) (?:rope|noose|belt) (?:[^ .]+ ){0,6}(?:beam|chair|stool|branch|ready|picked out)',
      `(?:bath|bathtub|tub|bathroom|shower) with (?:a|my|the) ${blade}`,
      `(?:saving|saved|hiding|hoarding|hoarded|stockpil\\w+|collecting|stashing|stashed|counting out) (?:up )?(?:all )?(?:of )?(?:my|enough) (?:\\w+ )?${medicine}(?! (?:in|for (?:my|the)))`,
      `(?:going|about|want|ready|will) (?:to )?(?:take|swallow|down) (?:them all|all of them|the (?:whole|entire) (?:packet|bottle|box|pack|lot)|everything in)(?! (?:home|with|back))`,
      `${medicine} (?:[^ .]+ ){0,3}(?:in my hand|in front of me|next to me|beside me|calling me|lined up|laid out|ready on)`,
      `(?:looking|staring) at (?:the|my|this|these) (?:bottle of )?(?:${medicine}|${blade}|${gun}|rope|noose|bridge|train tracks)${atEnd}`,
      `(?:taken|took|taking|just took) an? (?:\\w+ )?overdose`,
      `i ${oddly}(?:drank|drunk|swallowed|took|ate|drink) (?:some |the |a bottle of )?${poison}`,
      `(?:backflip|jump|jumping|dive|step|stepping|swan dive) (?:off|from|in front of) ${deadlyPlace}`,
      `(?:train|platform|bridge|roof|balcony) (?:[^ .]+ ){0,6}(?:almost|nearly|thinking about|think about|thought about|imagine|imagining) (?:jump|jumped|jumping)${atEnd}`,
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
      `(?:is|would|does) it (?:be )?(?:\\w+ )?(?:painful|hurt|painless|peaceful) to (?:bleed out|hang|drown|die|overdose|jump)(?! (?:your|my) hair)`,
      '(?:how|to|can i|i want to) (?:[^ .]+ ){0,3}make it look like an accident',
    ],
  },
];
