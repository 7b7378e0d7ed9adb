import type { Rule } from '../../word-list.ts';

const kin =
  '(?:husband|wife|boyfriend|girlfriend|partner|ex|fiance|dad|father|step dad|mom|mother|step mom|uncle|aunt|brother|step brother|sister|cousin|grandpa|grandfather|grandma|foster (?:dad|mom|father|mother|parents)|parents|family|teacher|coach|priest|pastor|boss|carer|caregiver|caretaker|nurse|roommate|flatmate|landlord|pimp|guardian|in laws?|spouse)';
const attacker = `(?:he|she|they|someone|a (?:man|guy|stranger|boy|woman)|this (?:man|guy)|(?:my|his|her|the) (?:\\w+ )?${kin}(?: s)?(?: (?:he|she|they|boyfriend|husband|friend))?|dad|mom|step dad|step mom|brother|boyfriend|husband|wife|girlfriend|moms boyfriend|mothers boyfriend)`;
const oddly =
  '(?:(?:always|often|just|keeps|kept|has|have|is|are|was|will|again|even|still|sometimes|also|been|gets drunk and|drinks and|came home and|got drunk and|tried to|tries to|really|all|constantly|regularly) ){0,4}';
const victim =
  '(?:me|us|my (?:little |baby |older |big |younger )?(?:brother|sister|mom|mother|kids|children|child|daughter|son|siblings|baby))';
const fear = '(?:afraid|scared|terrified|frightened|scares|fear)';

export const danger: Rule[] = [
  {
    name: 'is-beaten',
    kind: 'danger',
    unless: ['topic', 'game', 'joking'],
    patterns: [
      `${attacker} ${oddly}(?:beat|beats|beating|beaten|hit|hits|hitting|punch|punches|punched|punching|kicks|kicked|kicking|slap|slaps|slapped|slapping|choke|chokes|choked|choking|strangle|strangles|strangled|strangling|hurts|hurt|hurting|burns|burned|stabbed|whips|whipped|strikes|abuses|abused|abusing|assaulted|assaults|attacked|attacks|threw|throws|shoves|shoved|pushes|pushed|drags|dragged|bites) ${victim}(?! (?:up(?= (?:on|only|for|when))|to it|at (?:chess|cards|tennis|pool|golf|checkers|scrabble|poker|ping|table|mario|fifa|everything|this|the|our|a)|in (?:chess|a game|the game|fifa|the (?:final|race|quiz|end)|a (?:race|quiz|match))|by|like a|with (?:a (?:question|joke|fact|pillow|snowball)|this|that|some|cookies)|feelings|in every (?:argument|game|race)|into the (?:pool|lake|water|mud|snow)|with (?:extra|more|his car|her car|some|another|bad)|as a joke|a (?:text|line|message|pen|kiss|ball|bone|party|surprise|birthday|baby)|under the bus|off|over the (?:line|limit)))`,
      `${attacker} (?:put|puts|had|wrapped) (?:his|her|their) hands? (?:a?round|on|over) my (?:throat|neck|mouth)`,
      'hands? (?:a?round|on) my (?:throat|neck)',
      '(?:hits|hit|beats|beat|whips|strikes) me with (?:a|the|his|her) (?:\\w+ )?(?:belt|stick|cord|fist|shoe|spoon|bottle|bat|pan|cable|hanger)',
      '(?:i am|i was|am|was|have been|been|being|got|getting) (?:being |just |regularly |physically )?(?:beaten|choked|strangled|hit|attacked|abused|molested|raped|assaulted|mugged|drugged|stalked|blackmailed|trafficked|groomed|tortured|drugged|stabbed|kidnapped|abducted|held hostage)(?: up)? (?:by (?:my|a man|a guy|someone|two|some|him|her|the same|strangers?|an)|at (?:a|the) (?:party|club|work|school|bar|station|park)|last (?:week|weekend|month|night)|at home|every|last night|tonight|again|yesterday|today|on my way)',
      '(?:i am|i was|i have been|i got|been|being) (?:being |just )?(?:physically |sexually |emotionally |domestically )?(?:raped|molested|trafficked|kidnapped|abducted|held hostage|sexually (?:assaulted|abused)|sex trafficked|held captive)',
      'being (?:\\w+ )?(?:abused|beaten|stalked|held|blackmailed)(?= (?:\\.|$|by|at home|against|and|here))(?<= (?:i am|am|i have been|was) being (?:\\w+ )?(?:abused|beaten|stalked|held|blackmailed))',
      '(?:raped|molested|gang raped|sexually assaulted|groped) (?:me|my (?:daughter|son|sister|friend))',
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
      `${attacker} ${oddly}(?:touch|touches|touching|touched|gropes|groped|groping|fondles|fondled|rapes|raped|molests|molested|forces|forced himself on|forces himself on|forcing himself on|forcing) (?:me|my (?:body|breasts?|private|privates|chest|leg|thigh)|myself|us)(?! (?:deeply|with (?:his|her|their) (?:words|kindness|story|music)|up))(?= (?:\\.|$|at|when|in|there|and|inappropriately|to|sexually|every|under|if|while|after|down|where|but|n|it|because|all))`,
      'touch(?:es|ed|ing)? me (?:at night|down there|in (?:my )?(?:bed|private|places|ways)|inappropriately|sexually|there|under)',
      '(?:our|his|a|the) (?:little |special )?secret(?<= (?:touch|touches|touching|touched|bed|naked|kissed)(?: [^ .]+){0,8})',
      `${attacker} ${oddly}(?:comes?|came|coming|sneaks?|gets) (?:into|in|to) my (?:room|bed|bedroom)(?: (?:at night|every night|when|and))`,
      '(?:send|post|share|leak|sell|show) (?:\\w+ )?(?:my )?(?:nudes?|naked (?:pics?|pictures?|photos?)|intimate (?:pictures|photos|videos))(?= (?:[^ .]+ ){0,8}(?:everyone|if|unless|my (?:family|parents|school|friends)|money|pay))',
      '(?:makes?|made|making|forces?|forced|forcing) me (?:to )?(?:have sex|sleep with|undress|strip|take off my clothes|send (?:nudes|pictures)|do (?:sexual )?things)',
      'force[sd]? (?:himself|herself|themselves) on me',
      '(?:make|makes|made|making|force[sd]?) me (?:to )?do (?:things|stuff|sexual|sex|it)(?= (?:[^ .]+ ){0,3}(?:not want|sexual|bed|his|hate|secret|him))',
    ],
  },
  {
    name: 'is-threatened',
    kind: 'danger',
    unless: ['topic', 'game', 'joking'],
    patterns: [
      `threat(?:en|ens|ened|ening|s)? (?:to )?(?:[^ .]+ ){0,3}(?:kill|hurt|beat|shoot|stab|rape|burn|murder|harm|attack|strangle|drown|take) (?:${victim}|my (?:kids|children|daughter|son))`,
      'threaten(?:s|ed|ing)? (?:me|us) (?:with (?:a|the|his|her) (?:knife|gun|bat|weapon|hammer|bottle|belt|axe)|again|every|if i (?:leave|tell|go))',
      '(?:abusive|violent) (?:relationship|husband|partner|boyfriend|wife|girlfriend|marriage|home|father|mother|dad|mom|family|parents|household)(?<= (?:i am|my|in an|in a|from|an|escape|leave) (?:[^ .]+ ){0,5}(?:relationship|husband|partner|boyfriend|wife|girlfriend|marriage|home|father|mother|dad|mom|family|parents|household))',
      `(?:says?|said|swears?|swore|tells? me|told me|promised|warned(?: me)?|texted|scared|afraid|terrified|think|thinks|know|knows|sure|worried|frightened|believe) (?:that )?(?:${attacker}) (?:\\w+ )?(?:will|would|is going to|are going to|is gonna|wants to|might|could|may|plans to) (?:[^ .]+ )?(?:kill|murder|shoot|stab|hurt|beat|rape|burn) ${victim}`,
      '(?:he|she|they) (?:will|is going to|are going to|will literally|would) kill (?:me|us) (?:if|when) (?:he|she|they) (?:finds?|catch(?:es)?|comes?|gets?|sees?|hears?) (?:me|us|home|back|this|that i (?:called|texted|left|told)|out that i (?:called|texted|left|told|am))',
      'if (?:he|she|they) (?:finds?|catch(?:es)?|comes?|sees?|hears?) (?:[^ .]+ ){0,3}(?:he|she|they) (?:will|is going to|are going to|would|might) (?:kill|hurt|beat|murder) (?:me|us)',
      '(?:he|she|they) (?:is|are) (?:going to|trying to|about to) (?:kill|murder|shoot|stab|rape|strangle|hurt|beat) (?:me|us)(?= (?:\\.|$|tonight|please|and|help|right now|if i (?:leave|tell|go)|when (?:he|she|they) (?:gets?|comes?|is)|they))',
      `(?:tried|tries|trying|wants|attempted) to (?:kill|murder|strangle|choke|stab|shoot|rape|drown|poison|kidnap|abduct) (?:me|us)(?! (?:in|with (?:laughter|kindness|puns)))`,
      '(?:outside|at|behind) (?:my|the|our) (?:\\w+ )?(?:door|house|window|home|car|room) (?:[^ .]+ ){0,3}(?:knife|gun|weapon|bat|machete|axe|hammer)',
      '(?:has|got|holding|with|pulled|pointed|pointing) (?:a|the|his|her) (?:gun|knife|weapon|machete)(?= (?:[^ .]+ ){0,5}(?:at me|to my|on me|outside|and (?:he|she|they|i)|help))',
      '(?:he|she|they|someone|man|guy|intruder|burglars?|people) (?:is|are|was|were|s)?(?: \\w+)? ?(?:breaking|broke|trying to (?:break|get)|kicking|climbing|banging)(?: \\w+)? (?:into|in|through|down|on) (?:my|our|the) (?:\\w+ )?(?:house|home|apartment|flat|door|window|room|bathroom)(?= (?:\\.|$|right now|now|and|please|with|help))',
      'there is (?:a|some|someone|an) (?:\\w+ )?(?:man|guy|stranger|intruder|person)?(?: \\w+)? ?(?:in|inside|outside) (?:my|our) (?:house|home|apartment|flat|room|bedroom)(?! (?:party|warming))',
      '(?:banging|kicking|pounding) (?:on|at|in|down) (?:my|the|our) (?:\\w+ )?(?:door|window)(?= (?:[^ ]+ ){0,8}(?:hiding|scared|afraid|kids|drunk|please|help|police))',
      'threat(?:en|ens|ened|ening) to (?:burn|destroy|set fire to|blow up) (?:my|our) (?:house|home|apartment|car|family)',
      '(?:older|old|grown|strange|online) (?:man|guy|men|woman) (?:[^ .]+ ){0,12}(?:hurt my|hurt me|nudes|meet me alone|my family|keep it (?:a )?secret)',
      '(?:keeps?|is|was|been|started) (?:stalking|harassing and threatening) me',
      '(?:want|wants|try|tries) to (?:kill|murder|strangle) me(?= (?:\\.|$|my (?:husband|wife|ex|boyfriend|dad|father)|please|help|and|because|tonight))(?! (?:when|if))',
      'someone is (?:in|inside) (?:my|the|our) (?:house|home|apartment|flat|room|basement|attic)(?= (?:\\.|$|and|right|now|help|please))',
      `(?:following|follows|stalking|stalks|followed) (?:me|us)(?= (?:[^ .]+ ){0,8}(?:kill|hurt|scared|afraid|knife|gun|home from|in (?:a|the|his) car|every night|does not stop|will not stop|everywhere he|rape))`,
      `${fear} (?:[^ .]+ ){0,4}(?:go(?:ing)? home(?= (?:\\.|$|because|to (?:him|my (?:husband|dad|boyfriend))|tonight|and|he|she))|of (?:him|my (?:\\w+ )?(?:husband|boyfriend|partner|dad|father|step dad|uncle|ex|wife|girlfriend))(?= (?:\\.|$|and|because|he|she|when|hurting|i))|for my (?:life|safety)|(?:he|she|they) (?:will|is going to) (?:hurt|kill|hit|find|come))`,
      `(?:he|she) (?:${'(?:beats?|hits?|hurts?)'}|is (?:hit|hitting|beating|hurting)) (?:me|us)`,
    ],
  },
  {
    name: 'is-held',
    kind: 'danger',
    unless: ['topic', 'game', 'joking'],
    patterns: [
      'against my will',
      '(?:he|she|they|husband|wife|boyfriend|girlfriend|partner|parents|dad|mom|family|boss|ex) (?:\\w+ )?(?:will not|does not|do not|did not|would not|never|refuses to) (?:let|lets|allow|allows) me (?:to )?(?:leave|go|out|call|see|eat|use|sleep|talk to anyone|go outside|have my)(?! out on)(?= (?:\\.|$|the (?:house|apartment|room|flat)|home|out|outside|anywhere|anyone|and|my (?:family|phone)|of|until|unless|without))',
      '(?:locked|locks|chained|tied|trapped) (?:me|us) (?:in|up|inside|down|to)(?= (?:[^ .]+ ){0,6}(?:room|house|basement|closet|bed|took|cannot|bathroom|\\.|$))(?! (?:in )?(?:a )?(?:contract|escape|museum))',
      '(?:locked|hiding|hidden|hid) (?:myself )?(?:in|inside|under) (?:the|my|a) (?:\\w+ )?(?:bathroom|closet|bedroom|room|basement|car|bed|attic|garage)(?= (?:[^ .]+ ){0,6}(?:he|she|they|dad|husband|him|her|smash\\w*|help))',
      '(?:boyfriend|husband|he|dad|partner|she|wife|girlfriend) (?:[^ .]+ ){0,5}locked in the (?:bathroom|bedroom|closet)',
      '(?:took|has|have|taken|keeps|confiscated) (?:away )?(?:my|our) (?:passports?|papers|documents|id)(?= (?:[^ .]+ ){0,8}(?:cannot|not let|leave|work|go))',
      '(?:am|are|being|been|was) (?:held|kept|locked|trapped|trafficked|forced to work) (?:here|in|prisoner|captive|hostage|and)(?= (?:[^ .]+ ){0,5}(?:against|will|cannot|leave|\\.|$|he|they|by|room|house|basement))(?! (?:traffic|an elevator|the elevator|a (?:meeting|contract|museum)))',
      'not (?:feel )?safe (?:at home|here with|with (?:him|her|my (?:husband|dad|partner|boyfriend|parents))|in my (?:own )?(?:home|house))',
      'unsafe (?:at home|with him|with her|around (?:him|my))',
      '(?:i|we) (?:am|are)? ?(?:\\w+ )?in (?:real |immediate |serious |great )?danger(?= (?:\\.|$|please|from|right now|and|he|help|at home))(?! of (?:missing|losing|failing))',
      '(?:call|send|need) the police (?:[^ .]+ ){0,4}(?:he|she|they|gun|knife|please|now)',
    ],
  },
];
