import type { NumberWords } from '../number-words.ts';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const ordinals =
  'third:3 fourth:4 fifth:5 sixth:6 seventh:7 eighth:8 ninth:9 tenth:10 eleventh:11 twelfth:12 thirteenth:13 fourteenth:14 fifteenth:15 sixteenth:16 seventeenth:17 eighteenth:18 nineteenth:19 twentieth:20 thirtieth:30';

export const english: NumberWords = {
  small,
  others: `twenty:20 thirty:30 forty:40 fourty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90 ${ordinals}`,
  multipliers: 'hundred:100 thousand:1000 dozen:12 dozens:12 million:1000000 billion:1000000000',
  joints: ['and'],
  ambiguous: [],
  telling: 'the is are and of to in you we for at on it with not your have can do',
};
