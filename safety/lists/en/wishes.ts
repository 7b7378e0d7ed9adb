import type { Rule } from '../../word-list.ts';
import { atEnd, oddly } from './slots.ts';

/** Follows `if I` or `when I`. */
const gone =
  '(?:(?:was|were|am|be) (?:\\w+ )?(?:dead|gone|not (?:here|around|alive|born))|die|died|disappear|disappeared|vanish|vanished|killed myself|kill myself|never existed|never woke up|do not wake up)';
const death =
  '(?:death|dying|being dead|not existing|not being (?:alive|here)|nonexistence|suicide|ending it(?: all)?|being gone|sleeping forever|never waking up)';
const welcome =
  '(?:peaceful|nice|good|great|lovely|beautiful|appealing|tempting|comforting|inviting|a relief|relief|a blessing|better|easier|welcome|amazing|perfect|kinder|the answer)';
const higherPower =
  '(?:god|lord|jesus|death|allah|the (?:cancer|illness|disease|sickness|virus|tumou?r))';

export const wishes: Rule[] = [
  {
    name: 'wishes-not-to-be',
    kind: 'suicide',
    unless: ['topic', 'game', 'joking', 'longAgo', 'embarrassing'],
    patterns: [
      `not (?:think )?(?:i am )?(?:going to |will )?(?:be |stay )?alive (?:much|any) longer`,
      `(?:disappointed|angry|sad|upset|hate|mad) (?:that |when |because )?(?:i )?(?:woke up|wake up|am still (?:here|alive)|still alive|survived)`,
      `(?:being alive|living|existing|existence|my life) (?:is|feels(?: like)?|hurts|is like) (?:\\w+ )?(?:punishment|torture|hell|unbearable|agony|pointless|hurts?)${atEnd}`,
      `living hurts`,
      `(?:made|make) me (?:not|stop) exist(?:ing)?`,
      `(?:bring|bringing|brought) my (?:own )?life to (?:a close|an end)`,
      `i could die (?:tonight|today|tomorrow|now|right now)`,
      `(?:move on|be free|be fine|get over it|forget me|cope) if i ${gone}`,
      `if i was not (?:her|his|their|anyone s) (?:problem|burden)`,
      `(?:by|if) (?:i )?(?:dying|died|killing myself)(?<=favou?r .{0,24})`,
      `ruin(?:ing)? (?:everyone|people|their|everyones|my family)(?: s)? (?:lives|life) by (?:being|existing|living)`,
      `(?:plan|planning|intend|going|expect) (?:on |to )(?:be|being) dead`,
      `(?:pray|hope|beg|wish) (?:god )?(?:not to|to not|i do not|i never) wake(?: up)?${atEnd}`,
      `death is (?:all|the only thing) i`,
      `not care (?:if|whether) i (?:live|am alive|die|exist)${atEnd}`,
      `(?:want|ready|going) to (?:go|come|be) (?:to|with|home to) (?:god|heaven|the lord|jesus)${atEnd}`,
      `wish to (?:follow|join) (?:her|him|them|my \\w+)${atEnd}`,
      `no place for me (?:in|on) (?:this|the) (?:life|world|earth)`,
      `(?:hang|kill|shoot|drown) me (?:tonight|today|myself|now|tomorrow|soon)(?<=(?:i|will|want|going|to) (?:hang|kill|shoot|drown) me .{0,12})`,
      `why (?:did |does |do )?(?:god|death|the lord) not take me`,
      `i am suiciding|suiciding (?:myself|today|tonight)`,
      `(?:life|lyfe) (?:is )?not (?:worth|wurth|werth)(?: it| living)?${atEnd}`,
      `(?:my |this )(?:story|life|time) (?:should (?:have )?(?:already )?end(?:ed)?|is up|is over for good|should be over)`,
      `wish(?:ed|ing)? (?:that )?i ${oddly}(?:was not|were not|was never|were never|had never been|had not been|would not be|did not have to be|could not be) (?:here|alive|born|around|on this (?:earth|planet)|existing)(?: anymore| at all)?${atEnd}`,
      `let me go (?:\\. )?i am ready${atEnd}`,
      `(?:want|need|like|love|wish|just|wanted) (?:\\w+ )?(?:to )?(?:disappear|vanish|evaporate|not exist|not be|cease|fade away|stop existing)(?: (?:forever|for good|from (?:this|the) (?:world|earth|planet)|off the face of the earth))?${atEnd}`,
      '(?:want|wish|need|like|just|rather|fall|please) (?:[^ .]+ ){0,3}(?:sleep|asleep) (?:forever|for ever|for good|and (?:just )?(?:never|not) (?:ever )?(?:wake|waking|get|getting) up)(?! (?:in|on (?:a|my|this|that|the|your)))',
      `${death} (?:\\w+ )?(?:would be|will be|is|sounds?|sounding|looks?|looking|seems?|seeming|feels?) (?:\\w+ ){0,2}?(?:like )?${welcome}(?! (?:than (?:a|the|this)|for))`,
      `${death} (?:would |will )?(?:seems?|is|feels?|be|looks?|sounds?) (?:like )?(?:[^ .]+ ){0,2}(?:only|last|best|one) (?:[^ .]+ ){0,2}(?:way|option|choice|solution|escape|answer|thing)`,
      '(?:only|one|single) (?:[^ .]+ ){0,2}(?:way|option|choice|solution|answer|escape|thing) (?:[^ .]+ ){0,7}(?:is|be|other than|but) (?:to )?(?:\\w+ )?(?:die|death|dying|suicide|end it|ending it|end my life|if i am dead|when i am dead|kill myself)',
      'not (?:intend|plan|expect|want|going|wish|planning) to (?:be alive|live|be here|exist) (?:by|past|after|beyond|until|long enough|to see)',
      `${higherPower} (?:(?:would|will|could|please|to|just|already|finally) ){0,3}(?:take|takes|kill|kills|end|took) me(?! (?:to|home for|by))`,
      `(?:hope|wish|pray|hoping|wishing) (?:[^ .]+ ){0,5}(?:hits?|kills?|takes?|crush(?:es)?) me(?! (?:up|with|to|back|on|out|home|for))`,
      `if i (?:[^ .]+ ){0,2}(?:hit|run over|struck) by a (?:bus|car|truck|train) (?:[^ .]+ ){0,3}not (?:mind|care)`,
      '(?:end|stop) (?:the|my|this|all (?:the|my|this)) (?:pain|suffering|hurt|misery|agony)(?: of living)? (?:permanently|forever|for good|once and for all)',
      'no (?:[^ .]+ ){0,2}reason for me to (?:keep going|go on|live|stay|be here|exist|wake up|carry on)',
      `(?<!(?:not|never|no|he|she|they|who|people|anyone|you|(?:does|did) \\w+) )(?:made up my mind|decided|ready|choosing|chosen|want|wanting|prefer|choose|go|going|come|hoping|beg you|better) (?:for me )?(?:to|too|tu) (?:die|be dead)(?! (?:for|my|laughing|hard|on|of|in (?:the|a) (?:game|movie)|from))`,
      'suicide (?:szn|season|time for me|soon)',
      `(?:again|so|been|very|super|rn|today) suicidal|suicidal (?:again|rn|right now|today)`,
      '(?:not|never) will not (?:to )?(?:live|be alive)',
      `(?:i|me) (?:do |can )?(?:no|not|no more) (?:\\w+ )?(?:living|live|to live) (?:anymore|more|this life)`,
      `(?:do|make|making|doing) suicide${atEnd}`,
      `i (?:not|no more|no longer) (?:\\w+ )?want (?:to )?(?:live|life)`,
    ],
  },
];
