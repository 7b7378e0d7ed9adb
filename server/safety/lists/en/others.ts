import type { Rule } from '../../word-list.ts';

const oddly =
  '(?:(?:really|just|so|honestly|literally|actually|still|only|always|seriously|also|even|often|sometimes|kinda|now|finally|will|gonna|am|probably) ){0,3}';
const intend =
  '(?:want(?:ed|ing)? to|plan(?:ning)? to|going to|going too|intend to|about to|ready to|will|would like to|decided to|have to|need to|tempted to|trying to|go to|feel like|feeling like|want|cannot stop thinking (?:about|of)|could(?= (?:[^ .]+ ){1,3}right now)|thinking (?:about|of)|thoughts (?:about|of)|urges? to|am afraid i will|afraid i might)';
const harm =
  '(?:kill|killing|murder|murdering|shoot|shooting|stab|stabbing|strangle|strangling|poison|poisoning|smother|smothering|suffocate|behead|slaughter|slit|torture|rape|drown|drowning|run over|burn|burning|bomb|choke|beat up|beat(?= my (?:wife|husband|kids|child|son|daughter|girlfriend|mom|dad) (?:to death|up|so|until|tonight|with))|hurt|hurting|harm|attack|get rid of|end|gun down)';
const relative =
  '(?:wife|husband|ex|boss|boyfriend|girlfriend|partner|brother|sister|mom|mother|dad|father|step dad|step mom|parents|family|kids?|children|baby|son|daughter|teachers?|classmates?|neighbou?rs?|coworkers?|colleagues?|landlord|roommate|manager|bully|bullies|uncle|aunt|cousin|doctor|friends?|family|school|students?|coach|in laws|mother in law|father in law)';
const person = `(?:(?:my|his|her|the|that|this|our|a|all my) (?:own |ex |little |older |whole |former |new |old )?${relative}|him|her|them|them all|someone|some one|somebody|everyone|everybody|people|all of them|anyone|others|that (?:man|guy|woman|girl|boy|bitch|bastard)|another (?:person|human)|every(?:one| single one) of them|those (?:people|kids|boys|girls)|as many (?:people )?as)`;
const notReally =
  '(?! (?:feelings?|chances?|career|business|vibe|mood|buzz|time|at (?:chess|cards|tennis|mario)|with (?:kindness|laughter|love|my|the|a|an) ?(?:camera|lens|nikon|canon|kindness)?|in (?:chess|mario|fifa|the game)|email|an email|a (?:text|message|note)|car|computer|printer))';

export const others: Rule[] = [
  {
    name: 'wants-to-hurt-others',
    kind: 'others',
    unless: ['topic', 'game', 'joking', 'sport', 'toy'],
    patterns: [
      `(?:i|i am|we|and|gonna|but|because|voices tell me to) ${oddly}${intend} ${oddly}${harm} ${person}${notReally}(?! if (?:he|she|they|you) (?!leaves?|cheats?|come|ever comes))`,
      'i (?:will|am going to|going to|want to|swear i will) (?:kill|murder|stab|shoot) (?:him|her|them)(?= (?:\\.|$|tonight|all|tomorrow|when|and|for|i swear|with|in|once|before|myself|right now))(?! (?:\\. )?(?:he|she) (?:ate|spoiled|forgot))',
      `(?:thoughts?|thinking|fantasi\\w+|dream\\w*|urges?|impulses?|visions?) (?:[^ .]+ )?(?:about|of|to) (?:\\w+ )?${harm} ${person}`,
      '(?:voices?|demons?|god|satan) (?:[^ .]+ ){0,3}(?:tell|tells|telling|told|say|saying|says|order\\w*|command\\w*|want) (?:me )?(?:[^ .]+ ){0,3}(?:kill|hurt|stab|harm|attack)',
      '(?:i )?(?:go|am going|am about|fear (?:that )?i am about|might|afraid (?:that )?i will|scared (?:that )?i will|think i (?:might|will)) (?:to )?(?:do|cause) (?:[^ .]+ ){0,3}harm to (?:someone|another|others|people|him|her|them|my)',
      '(?:going to|might|will|gonna) (?:hurt|kill|stab|attack|shoot) (?:someone|somebody|people|everyone)(?! (?:feelings|s feelings))',
      'kill (?:him|her) for what (?:he|she)',
      '(?:he|she|they) (?:does not|do not|did not) deserve to live',
      'how (?:do|can|could) i (?:kill|murder|poison|get away with (?:killing|murder\\w*)) (?:my (?:\\w+ )?(?:wife|husband|ex|boss|mom|dad|mother|father|brother|sister|boyfriend|girlfriend|neighbou?r|parents|step dad)|someone|a person|him|her)(?! (?:in|with kindness))',
      'burn (?:down )?(?:his|her|their|the) (?:\\w+ )?(?:house|home|apartment|flat|school|office|church) (?:down )?with (?:him|her|them|everyone|people|my)',
      'i (?:shook|hit|choked|smothered) (?:the|my) (?:baby|newborn|infant)(?! (?:monitor|shower|seat|gate|bottle|powder))',
      'so (?:he|she|they) suffers?(?<= (?:poison|kill|hurt|burn|stab)(?: [^ .]+){0,8})',
    ],
  },
  {
    name: 'plans-an-attack',
    kind: 'others',
    unless: ['topic', 'game', 'joking', 'toy'],
    patterns: [
      '(?:shoot|shooting|blow|blowing|bomb|bombing|burn|burning|light) (?:up|down)? ?(?:my|the|this|that|our|a) (?:\\w+ )?(?:school|college|university|campus|office|church|mosque|synagogue|mall|workplace|class|classroom|hospital|concert|courthouse)(?<= (?:i|gonna|going to|will|want to|about to|and|to|planning to|am|tomorrow i) (?:\\w+ )?(?:shoot|shooting|blow|blowing|bomb|bombing|burn|burning|light)(?: [^ .]+){0,6})(?! (?:picture|photos?))',
      '(?:bring|bringing|take|taking|took|carry|carrying|bought) (?:a|my|the|his|dads?|dad s|my dads?|moms?|my step dads?) ?(?:\\w+ )?(?:gun|guns|rifle|pistol|shotgun|ar ?15|bomb) (?:in)?to (?:school|class|work|the office|my (?:school|work|office)|church|campus|the mall)(?! (?:legally|store))',
      '(?:i|going to|will|gonna) (?:\\w+ ){0,3}(?:bring|take|taking|bringing) (?:a|my|the) (?:\\w+ )?knife to (?:school|work)(?! for)',
      '(?:make|making) (?:them|him|her|you|everyone|those \\w+)(?: all)? (?:pay|suffer|regret|bleed)(?<= (?:gun|knife|kill|tomorrow|bullets|bomb|dead|hate|blood|shoot)(?: [^ ]+){0,14})',
      '(?:i will|i am going to|will|going to) make (?:my|the|that|him|her|them) ?(?:\\w+ )?(?:pay|suffer)(?= (?:[^ ]+ ){0,6}(?:knife|gun|blood|tonight i|kill))',
      'enough (?:bullets|ammo|bombs|rounds) (?:for|to)',
      '(?:they|you|everyone) (?:will|are going to) (?:all )?(?:pay|die|regret it|burn|suffer)(?= (?:\\.|$|tomorrow|on|for what|tonight|when|i))(?<= (?:all|tomorrow|friday|monday|gun|bullets|die|burn|suffer|pay|swear)(?: [^ .]+){0,3})(?! (?:by card|with card|cash|on (?:friday|monday) the bill))(?<! how do .{0,30})(?<!pay)',
      'tomorrow they will all (?:pay|die)',
      '(?:kill|shoot|end|murder|slaughter) (?:them all|everyone|all of them|everybody|every single one)(?= (?:\\.|$|in|at|there|on|and|tomorrow|who))(?<= (?:i|gonna|going to|will|want to|about to|and|to|am) (?:[^ .]+ ){0,3}(?:kill|shoot|end|murder|slaughter) (?:them all|everyone|all of them|everybody|every single one))',
      'have (?:a|the|my|his) (?:gun|knife|rifle|pistol)(?<= (?:kill|hurt|stab|shoot|murder|stop me)(?: [^ ]+){0,12})(?= )',
      'mass (?:shooting|murder)(?<= (?:i|to|a|my) (?:\\w+ ){0,4}mass (?:shooting|murder))(?<= (?:commit|plan|planning|do|doing)(?: [^ .]+){0,4})',
    ],
  },
];
