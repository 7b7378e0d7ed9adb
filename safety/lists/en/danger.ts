import type { Rule } from '../../word-list.ts';

const kin =
  '(?:husband|wife|boyfriend|girlfriend|partner|ex|fiance|dad|father|step dad|mom|mother|step mom|uncle|aunt|brother|step brother|sister|cousin|grandpa|grandfather|grandma|foster (?:dad|mom|father|mother|parents)|parents|family|teacher|coach|priest|pastor|boss|carer|caregiver|caretaker|nurse|roommate|flatmate|landlord|pimp|guardian|in laws?|spouse)';
const attacker = `(?:he|she|they|someone|a (?:man|guy|stranger|boy|woman)|this (?:man|guy)|(?:my|his|her|the) (?:\\w+ )?${kin}(?: s)?(?: (?:he|she|they|boyfriend|husband|friend))?|dad|mom|step dad|step mom|brother|boyfriend|husband|wife|girlfriend|moms boyfriend|mothers boyfriend)`;
const oddly =
  '(?:(?:always|often|just|keeps|kept|has|have|is|are|was|will|again|even|still|sometimes|also|been|gets drunk and|drinks and|came home and|got drunk and|tried to|tries to|really|all|constantly|regularly) ){0,4}';
const victim =
  '(?:me|us|my (?:little |baby |older |big |younger )?(?:brother|sister|mom|mother|kids|children|child|daughter|son|siblings|baby))';

export const danger: Rule[] = [
  {
    name: 'is-beaten',
    kind: 'danger',
    unless: ['topic', 'game', 'joking', 'denied', 'longAgo'],
    patterns: [
      `${attacker} ${oddly}(?:beat|beats|beating|beaten|hit|hits|hitting|punch|punches|punched|punching|kicks|kicked|kicking|slap|slaps|slapped|slapping|choke|chokes|choked|choking|strangle|strangles|strangled|strangling|hurts|hurt|hurting|burns|burned|stabbed|whips|whipped|strikes|abuses|abused|abusing|assaulted|assaults|attacked|attacks|threw|throws|shoves|shoved|pushes|pushed|drags|dragged|bites) ${victim}(?! (?:to the (?:wolves|lions|sharks)|for a loop|so bad in (?:that|the|a)|up(?= (?:on|only|for|when))|to it|at (?:chess|cards|tennis|pool|golf|checkers|scrabble|poker|ping|table|mario|fifa|everything|this|the|our|a)|in (?:chess|a game|the game|fifa|the (?:final|race|quiz|end)|a (?:race|quiz|match))|by|like a|with (?:a (?:question|joke|fact|pillow|snowball)|this|that|some|cookies)|feelings|in every (?:argument|game|race)|into the (?:pool|lake|water|mud|snow)|with (?:extra|more|his car|her car|some|another|bad)|as a joke|a (?:text|line|message|pen|kiss|ball|bone|party|surprise|birthday|baby)|under the bus|off|over the (?:line|limit)|to (?:be|do|go|try|run|work|grow|become|learn|study|finish|get|eat|apply|train|keep|see|take|improve|succeed|achieve|practice|write|read)|hard (?:at|in|during|when i train)|on the swings?|in (?:training|rehearsal|the (?:gym|pool|debate|polls|meeting))|(?:verbally )?in (?:the|a) (?:meeting|debate|comments?|group chat)))`,
      '(?:i am|i was|i have been|i got|(?<=(?:^|\\.|i|and|just|now) )(?:been|being)) (?:being |just )?(?:physically |sexually |emotionally |domestically )?(?:raped|molested|trafficked|kidnapped|abducted|held hostage|sexually (?:assaulted|abused)|sex trafficked|held captive)',
      '(?:bruises?|black eye|broken rib) (?:[^ .]+ ){0,8}(?:told (?:them|him|her|everyone|people|the (?:doctor|teacher|school)) (?:that )?i (?:fell|tripped|walked)|from (?:him|my (?:husband|dad|boyfriend|wife|mom|partner)))',
      '(?:victim|survivor) of (?:domestic|sexual|child|physical|spousal) (?:violence|abuse|assault)(?<= (?:i am|am|as) (?:the |a )?(?:victim|survivor) of (?:domestic|sexual|child|physical|spousal) (?:violence|abuse|assault))',
      '(?:withholds?|takes|took|hides) my (?:medication|medicine|insulin|wheelchair|inhaler)',
    ],
  },
  {
    name: 'is-touched',
    kind: 'danger',
    unless: ['topic', 'joking'],
    patterns: [
      '(?:send|post|share|leak|sell|show) (?:\\w+ )?(?:my )?(?:nudes?|naked (?:pics?|pictures?|photos?)|intimate (?:pictures|photos|videos))(?= (?:[^ .]+ ){0,8}(?:everyone|if|unless|my (?:family|parents|school|friends)|money|pay))',
    ],
  },
  {
    name: 'is-threatened',
    kind: 'danger',
    unless: ['topic', 'game', 'joking'],
    patterns: [
      `(?:says?|said|swears?|swore|tells? me|told me|promised|warned(?: me)?|texted|scared|afraid|terrified|think|thinks|know|knows|sure|worried|frightened|believe) (?:that )?(?:${attacker}) (?:\\w+ )?(?:will|would|is going to|are going to|is gonna|wants to|might|could|may|plans to) (?:[^ .]+ )?(?:kill|murder|shoot|stab|hurt|beat|rape|burn) ${victim}`,
      '(?:he|she|they) (?:is|are) (?:going to|trying to|about to) (?:kill|murder|shoot|stab|rape|strangle|hurt|beat) (?:me|us)(?= (?:\\.|$|tonight|please|and|help|right now|if i (?:leave|tell|go)|when (?:he|she|they) (?:gets?|comes?|is)|they))',
      `(?:following|follows|stalking|stalks|followed) (?:me|us)(?= (?:[^ .]+ ){0,8}(?:kill|hurt|scared|afraid|knife|gun|home from|in (?:a|the|his) car|every night|does not stop|will not stop|everywhere he|rape))`,
    ],
  },
];
