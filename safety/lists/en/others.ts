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
      '(?:i )?(?:go|am going|am about|fear (?:that )?i am about|might|afraid (?:that )?i will|scared (?:that )?i will|think i (?:might|will)) (?:to )?(?:do|cause) (?:[^ .]+ ){0,3}harm to (?:someone|another|others|people|him|her|them|my)',
      'kill (?:him|her) for what (?:he|she)',
      'burn (?:down )?(?:his|her|their|the) (?:\\w+ )?(?:house|home|apartment|flat|school|office|church) (?:down )?with (?:him|her|them|everyone|people|my)',
    ],
  },
  {
    name: 'plans-an-attack',
    kind: 'others',
    unless: ['topic', 'game', 'joking', 'toy'],
    patterns: [
      '(?:i will|i am going to|will|going to) make (?:my|the|that|him|her|them) ?(?:\\w+ )?(?:pay|suffer)(?= (?:[^ ]+ ){0,6}(?:knife|gun|blood|tonight i|kill))',
    ],
  },
];
