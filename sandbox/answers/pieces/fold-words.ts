/** As people text. */
const texted: Record<string, string> = {
  u: 'you',
  ur: 'your',
  r: 'are',
  n: 'and',
  y: 'why',
  b4: 'before',
  wat: 'what',
  wen: 'when',
  hw: 'how',
  abt: 'about',
  w: 'with',
  pls: 'please',
  plz: 'please',
  thx: 'thanks',
  bday: 'birthday',
  hrs: 'hours',
  hr: 'hour',
  mins: 'minutes',
  tmrw: 'tomorrow',
  '2moro': 'tomorrow',
  '2day': 'today',
  wknd: 'weekend',
  mon: 'monday',
  tue: 'tuesday',
  tues: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  thurs: 'thursday',
  fri: 'friday',
  gonna: 'going',
  wanna: 'want',
};
const digits = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const numbers = new Map(digits.map((word, value) => [word, String(value)]));

/** They say nothing of what a question is about. */
const emptyWords = new Set(
  `a about after ahead all also am an and any are as at away be because been before but by can could did do does doing don
  for from get give go going got had has have hello here hey hi how i if in into is it its just know let like long lot
  many may me mean might mine more most much must my need no not of off on one only or our out over own place please really right
  s say she should so some t take tell than thank thanks that the their them then there these they thing things this those
  time to today too until up us very want was way we well were what when where which while who why will with would yes you
  your yours m re ve ll d`.split(/\s+/),
);

/** The words that say what a text is about, without endings. */
export function listWords(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll('\u2019', "'")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .map((word) => texted[word] ?? word)
    .filter((word) => !emptyWords.has(word))
    .map((word) => numbers.get(word) ?? dropEnding(word));
}

/** "closes", "closed", "closing" → "clos". */
function dropEnding(word: string): string {
  if (word.length < 4) return word;
  const stem = word
    .replace(/ies$/, 'y')
    .replace(/(?<=.{2})(?:ings?|ed|ly)$/, '')
    .replace(/(?<=[^s])s$/, '')
    .replace(/e$/, '');
  return stem.replace(/([^aeiouls])\1$/, '$1');
}
