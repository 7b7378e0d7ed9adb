import type { Rule } from '../../word-list.ts';
import { deadlyPlace, kin, medicine, oddly } from './slots.ts';

const themself = '(?:himself|herself|themselves|themself)';
const intends =
  '(?:want(?:ing)? to|wish to|would like to|like to|need to|plan(?:ning)? (?:to|on)|intend to|hope to|decided to|going to|ready to|about to|trying to|tried to|will|tempted to|better to|have to|should|thinking (?:about|of)|thoughts of|feel like|might)';

export const suicidePlans: Rule[] = [
  {
    name: 'end-it',
    kind: 'suicide',
    unless: ['topic', 'joking', 'game', 'goodPlans'],
    patterns: [
      `(?:i|just|bro|and|because|me|so|\\.) ${oddly}${intends} (?:just )?(?:end(?:ing)? (?:it|everything|things)|off myself|not be here|be done with (?:it all|life|everything)|stop (?:hurting|breathing|living|existing)|yeet myself|rope|ctb|catch the bus|go through with it|do it)(?= (?:\\.|$|tonight|this time|today|now|all|anymore|for good|forever|soon|and (?:die|be)|once and))(?! (?:\\. )?(?:with (?:him|her)))`,
      'before i end (?:it|things|everything|my)(?! with)',
      '(?:feel like|thoughts? (?:of|about)|thinking (?:of|about)|consider(?:ing)?|am) (?:just )?ending (?:it|everything|things|it all|all)(?! (?:with|between|at))(?= (?:\\.|$|i|tonight|for good|forever|and|now|once))',
      'want (?:it|everything|all|all of it|all of this|it all|all this|life) to (?:just )?(?:be over|end|stop)(?= (?:\\.|$|forever|now|i|so|and))',
      '(?:pain|hurting|suffering) (?:to |will |would )?(?:stop|end|go away|be over) (?:forever|for good|for ever|once and for all)',
      '(?:make|want) (?:it|the pain|all the pain|my pain|this pain) (?:to )?(?:stop|end|go away|be over) (?:forever|for good|for ever|once and for all)',
      'i can finally (?:be free|rest|be at peace|stop hurting|leave|sleep)(?= (?:\\.|$|forever|in peace))',
      '(?:take|taking|took) (?:an|a massive|a big|a) overdose(?! of (?:sugar|vitamin|caffeine|cookies))',
      '(?:to|will|i|and|just|might|of|about|by) (?:overdose|overdosing|od)(?= (?:\\.|$|and|on (?:my|pills|these|all|purpose|sleeping|xanax|tylenol|meds)|tonight|today|right now|so|because|or))(?! on cookies)',
    ],
  },
  {
    name: 'goodbye',
    kind: 'suicide',
    unless: ['topic', 'joking'],
    patterns: [
      `(?:said|saying|say|written|wrote|writing|write|sent|left|leave) (?:[^ .]+ ){0,3}(?:final |last )?(?:goodbyes|goodbye (?:letters?|notes?) to (?:my|the) ${kin})(?! (?:at the|colleague|team))`,
      '(?:my|found my|left a|leave a|leaving a|my last) (?:goodbye|farewell) (?:note|letter)(?! to (?:my )?(?:students|colleagues|team|class))',
      'goodbye (?:cruel )?(?:world|forever|everyone forever|for ever)',
      '(?:this is|so this is) (?:my )?(?:goodbye|last (?:message|text|night|day) (?:alive|on earth|ever))(?! (?:at|for now|until|from))',
      `written? ?(?:letters?|notes?) to (?:my )?${kin} (?:[^ .]+ ){0,5}not be (?:here|around|alive)`,
      `(?:wrote|write|written) (?:my )?(?:letters?|notes?|will)? ?to (?:my )?${kin} (?:[^ .]+ ){0,5}not be (?:here|around|alive)`,
      'i (?:will|am) not (?:going to )?be (?:a (?:problem|burden|bother)|alive|around|bothering|in (?:your|the) way|on this earth|here)(?: [^ .]+){0,4} (?:much longer|by (?:the )?(?:morning|tomorrow)|for (?:much )?long|longer)',
      '(?:time|by then|when|day|morning|soon|tomorrow|friday|monday|week|next) (?:[^ .]+ ){0,4}i (?:will|am going to) (?:already )?be (?:dead|gone forever)',
      'i will (?:already |soon )?be dead(?! (?:if|when|meat))',
      `be with my (?:dead|late) ${kin}`,
      'tonight is the night(?= (?:\\.|$))(?= \\. (?:i can|i am|finally|i will|goodbye|no more))',
      '(?:intend|choose|chosen|decided) to (?:choose|end) (?:mine|it) (?:this|tonight|today|tomorrow)(?: \\w+)?',
      '(?:in order|sorted|arranged|paid|prepared) (?:[^ .]+ ){0,4}(?:no one|they|my family) (?:[^ .]+ ){0,3}(?:trouble|worry|deal|problems?) (?:[^ .]+ ){0,2}(?:afterwards?|when i am gone|after (?:me|i))',
      'ready to go(?= \\. (?:thank|goodbye|thanks|forgive|sorry))',
    ],
  },
  {
    name: 'has-the-means',
    kind: 'suicide',
    unless: ['topic', 'game', 'accident', 'animals', 'joking', 'sport'],
    patterns: [
      `${medicine} (?:[^ .]+ ){0,3}(?:counted|in front of me|in my hand|laid out|lined up|are ready|here and)(?! (?:breakfast|for my (?:mom|dad|dog)))`,
      `i (?:am|will) (?:going to |about to )?take (?:them all|all of them)(?= (?:\\.|$|and|tonight|now))`,
      '(?:standing|sitting|stood|stand|am|sat|walking|climbed|at) (?:\\w+ ){0,2}(?:on|at|to|onto|up|over|of) (?:the|a|this) (?:\\w+ )?(?:bridge|ledge|roof|rooftop|edge|railing|tracks?|platform|parapet|cliff|balcony)(?= (?:[^ ]+ ){0,12}(?:jump|end it|fall|one step|die|quiet|goodbye|let go|not want to come back))',
      `(?:i|and|to|just|might|will|about|of|like|keep|me|be so easy to|going) ${oddly}(?:throw(?:ing)? (?:myself|me)|fling(?:ing)? myself|walk(?:ing)? out|jump(?:ing|ed)?|leap(?:ing)?|step(?:ping)?|ly(?:e|ing)|lie|lay|walk(?:ing)?|run(?:ning)?) (?:down |out )?(?:off|from|in front of|under|onto|into|out of|before|on) ${deadlyPlace}(?! (?:of opportunity|to (?:catch|board|work|school|get)|and (?:take|took) a (?:photo|picture)|stop|home|and into the (?:water|pool|lake)))(?<!(?:walk|walking|step|stepping|lay|lie|run|running) (?:on|into|out of|off|from) (?:[^ .]+ ){0,3}(?:building|bus|car|bridge|balcony|train|cars|tower|subway))`,
      'garage with the (?:engine|car|motor) (?:on|running)',
      'driv(?:e|ing) (?:[^ .]+ ){0,3}(?:into|off|in) (?:a|the|an|that|oncoming) (?:\\w+ )?(?:tree|wall|bridge|cliff|truck|river|traffic|pole|lake)',
      'jump (?:from|out of|out) (?:the )?window(?! of opportunity)',
      'how (?:quick|easy|fast|painless|peaceful) it would be(?= (?:\\.|$|to (?:die|jump|end|fall|just)))',
      'how high the (?:car park|bridge|roof|building)(?: [^ ]+){1,20} (?:not come back|jump|die)',
      'one step and (?:it is|everything is|i am) (?:quiet|over|gone|done|free)',
      'have a plan and (?:i )?know when(?= (?:\\.|$))',
    ],
  },
  {
    name: 'asks-for-a-method',
    kind: 'suicide',
    unless: ['topic', 'game', 'animals'],
    patterns: [
      '(?:painless\\w*|quick\\w*|fast\\w*|easi?e?s?t?y?|best|peaceful\\w*|surest|effective|simplest|good|pain free|painful) (?:\\w+ )?(?:way|ways|method|methods|means) (?:to|of|for) (?:die|dying|kill (?:yourself|oneself|you|myself|me)|killing (?:yourself|oneself|myself)|end (?:my|your|a|one s) life|end it all|ending it all|death|leave this)(?! (?:in|hard|a viking|fabric|hair|my hair))',
      '(?:how|where|what) (?:[^ .]+ ){0,5}(?:die|dying|kill yourself|kill oneself|end your life) (?:painlessly|without pain|without (?:it )?hurting|peacefully|in my sleep|in your sleep)',
      'how (?:can|do|could|should) i (?:can )?(?:\\w+ )?(?:die|dying|kill myself|end my life)(?= (?:\\.|$|without|fast|quick\\w*|please|tonight|painless\\w*))',
      `(?:lethal|fatal|deadly) (?:dose|amount|quantity) of ${medicine}`,
      `${medicine} (?:[^ .]+ ){0,3}(?:is|are|be) (?:lethal|fatal|deadly|enough to (?:kill|die))`,
      `(?:which|what) (?:\\w+ )?${medicine} (?:[^ .]+ ){0,6}(?:never wake|not wake|die|kill me|kill you|lethal|fatal|kill myself)`,
      'how (?:tall|high) (?:[^ .]+ ){0,12}(?:not survive|to die|kill me|be fatal|survive the (?:jump|fall)|die from (?:the|a) (?:jump|fall)|i die)',
    ],
  },
  {
    name: 'worries-about-another',
    kind: 'suicide',
    unless: ['topic', 'game', 'joking'],
    patterns: [
      `my (?:[^ .]+ ){0,2}(?:${kin}|roommate|flatmate|classmate|cousin|ex|student|neighbou?r|colleague|coworker|nephew|niece|uncle|aunt|grandma|grandpa|buddy|mate) (?:[^ .]+ ){0,6}(?:wants to (?:die(?! (?:her|his|their|my))|kill ${themself})|is suicidal|(?:is )?(?:going|threatening|threatens|trying|tried|planning) to (?:kill ${themself}|end (?:his|her|their) life|overdose|hang ${themself})|is (?:cutting|hurting|harming) ${themself}|took all (?:his|her|their) (?:pills|meds))`,
    ],
  },
];
