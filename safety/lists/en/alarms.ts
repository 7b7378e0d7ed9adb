import type { Rule } from '../../word-list.ts';
import { atEnd, kin, medicine } from './slots.ts';

const limbs = '(?:wrists?|arms?|thighs?|legs?|throat|stomach|hips?)';
const loved = `(?:my (?:\\w+ ){0,2}(?:${kin}|roommate|flatmate|classmate|cousin|ex|uncle|aunt|grandma|grandpa|neighbou?r|student)|he|she|they)`;
const themself = '(?:himself|herself|themselves|themself)';
const violentMan =
  '(?:he|she|they|him|her|(?:my )?(?:husband|wife|boyfriend|girlfriend|partner|ex|dad|father|step dad|uncle|brother|family))';

export const alarms: Rule[] = [
  {
    name: 'harms-body',
    kind: 'self-harm',
    unless: ['topic', 'accident', 'joking', 'game', 'longAgo'],
    patterns: [
      `(?:cut|cutting) again(?= (?:\\. )?(?:\\.|$|deeper|tonight|last night|and))`,
      'deeper than (?:before|last time|ever)',
      `have to cut(?= (?:or|to (?:feel|sleep|breathe)|myself|again|\\.|$))`,
      `${limbs} (?:[^ .]+ ){0,6}(?:barcode|from the (?:blade|razor))`,
      `(?:sliced|slashed|carved) my (?:own )?(?:leg|arm|thigh|wrist|skin|stomach)`,
      `(?:put|stub\\w*|press\\w*) (?:a |the |my )?(?:cigarettes?|lighter|cig) (?:out )?on my (?:arm|leg|skin|hand|thigh)`,
      `clean (?:for )?(?:\\w+ )?(?:days|weeks|months|years) (?:[^ .]+ ){0,6}(?:razor|blade|cut|knife)`,
      `(?:throwing|throw|threw|puking|puke|vomit\\w*) (?:up )?(?:[^ .]+ ){0,4}on purpose`,
      `(?:hit|slap|punch|scratch) my (?:own )?(?:face|head) when i (?:feel|am|mess)`,
      `(?:i |have )?(?:cut|slit|slitting|slice|slicing|slash|carv\\w+) my (?:own |left |right )?(?:wrists?|throat|veins|arms?)`,
      'relapsed (?:on|with|into) sh',
      `carv\\w+ (?:[^ .]+ ){0,2}(?:in|into|on) my ${limbs}`,
    ],
  },
  {
    name: 'in-danger',
    kind: 'danger',
    unless: ['topic', 'game', 'joking'],
    patterns: [
      `${violentMan} (?:[^ .]+ ){0,2}(?:threw|throws|throwing|smashed) (?:a |an |the |his )?(?:plate|bottle|chair|glass|phone|knife|things|stuff) at (?:me|my (?:head|face)|us)`,
      `(?:drags?|dragged|pulls?|pulled|grabs?|grabbed) me by (?:the|my) (?:hair|throat|neck|arm)`,
      `(?:does|did|do|doing) (?:bad |weird |sexual )?things to me(?! (?:emotionally))`,
      `(?:banging|pounding|kicking) (?:on|at|down|in) my (?:front )?door(?! (?:for (?:candy|halloween)))`,
      `i was (?:grabbed|taken|dragged|put) (?:and (?:put )?)?(?:in|into|by) (?:a|the|some) (?:car|van|men|man|trunk|guys)`,
      `said (?:\\w+ )?he (?:will|would) (?:finish|end|bury|hurt) me`,
      `keeps? touching me(?! (?:feet|heart))`,
      `(?:someone|he|she|they|i got|i was|i have been) (?:just )?(?:stabbed|shot)(?: me)?${atEnd}(?<=(?:stabbed me|shot me|i (?:got|was|have been) (?:just )?(?:stabbed|shot)))`,
      `${violentMan} (?:[^ .]+ ){0,6}(?:hell|shell|will|would|going to|coming to|wants? to|threatens? to|threatened to|tried to|trying to) (?:kill|murder|shoot|stab|strangle) (?:me(?= (?:\\.|$|and|tonight|he|she|please|help|again|if i (?:leave|tell|go|call|ever)))|us|my (?:kids|children|baby))(?<!(?:mom|boss|teacher) .{0,40})`,
      `(?:is|are|was|were|keeps?|started|been|starts) (?:hitting|beating|hurting|choking|kicking|strangling|punching|attacking|raping|abusing|touching) (?:me|us)(?! (?:up|at|in (?:chess|fifa)|by|like|with (?:questions|jokes|a)|to))`,
      `(?:i |(?<=(?:^|\\.|and|but|just|now) ))(?:have been|was|am|am being|got|being|been) (?:\\w+ )?(?:kidnapped|abducted|trafficked|raped|molested|groped|sexually (?:assaulted|abused)|held (?:captive|hostage|against))(?! by (?:a cable|my (?:boss|cat)))`,
      `(?:please|pls|help) (?:[^ .]+ ){0,2}(?:call|send) (?:the )?(?:police|911|999|112|help|someone|ambulance)(?! (?:me|about|desk))(?<!customer .{0,40})`,
      `(?:i think|going|is|scared|afraid) (?:[^ .]+ ){0,4}(?:ex|husband|boyfriend|father|dad|he|partner) (?:[^ .]+ ){0,2}(?:going to|will) kill me${atEnd}`,
    ],
  },
  {
    name: 'threatens-others',
    kind: 'others',
    unless: ['topic', 'game', 'joking', 'sport', 'toy', 'animals'],
    patterns: [
      `when i (?:start|begin) shooting`,
      `(?:might|will|could|going to|want to|may) (?:kill|murder|stab|smother|suffocate|drown|strangle|shake|poison|shoot) (?:my (?:\\w+ )?(?:dad|newborn|baby|son|daughter|kids?|children|wife|husband|mom) (?:in (?:his|her|their) sleep|tonight|$|and i mean)|my (?:newborn|baby|infant))`,
      `(?:got|have|bought) (?:gasoline|petrol|a (?:knife|gun|bomb)) and (?:[^ .]+ ){0,3}outside (?:her|his|their)`,
      `(?:will|going to|want to) run (?:him|her|them) over(?! (?:with (?:a )?(?:hugs|the ball)))`,
      '(?:make|making) (?:him|her|them) pay with (?:his|her|their) (?:life|lives|blood)',
      'i (?:will|am going to|want to) (?:set|burn) (?:her|his|their|the|my) (?:\\w+ )?(?:house|home|apartment)(?: down| on fire)',
    ],
  },
  {
    name: 'fears-for-another',
    kind: 'suicide',
    unless: ['topic', 'game', 'joking', 'animals', 'longAgo'],
    patterns: [
      `${loved} (?:[^ .]+ ){0,3}(?:gun|knife|blade|rope) (?:[^ .]+ ){0,2}(?:to|at|around|against) (?:his|her|their) (?:head|throat|wrist|neck|temple)`,
      `my (?:\\w+ )?(?:kid|child|son|daughter|toddler|baby|(?=\\w+ (?:swallowed|ate))${kin}) (?:\\w+ )?(?:swallowed|took|ate) (?:[^ .]+ ){0,4}${medicine}(?! (?:daily|every|as|from|for|today|twice))`,
      `locked (?:himself|herself) in (?:[^ .]+ ){0,6}(?:car on|engine|gun|pills|knife|car running)`,
      `${loved} (?:[^ .]+ ){0,3}(?:took|taken|swallowed) (?:too many|a bunch of|all (?:of )?(?:his|her|their)|a lot of|a handful of|an overdose|something)(?: (?:${medicine}|overdose))?(?= (?:[^ ]+ ){0,8}(?:wake|breath\\w+|help|do|blue|respond\\w*|hospital|\\.|$))(?<!overdose of (?:sugar|vitamin) )(?! by mistake)`,
      `(?:he|she|my ${kin}) (?:is|are) not breathing`,
      `${loved} (?:[^ .]+ ){0,6}(?:bridge|roof|ledge) (?:[^ .]+ ){0,5}jump`,
      `${loved} (?:is |has been |been |keeps? )?(?:cut|cuts|cutting|burns|burning|hurts|hurting|harming) ${themself}(?! (?:a|on|shaving|at))`,
    ],
  },
];
