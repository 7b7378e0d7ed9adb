import { type Language, listEmptyWords } from './language.ts';

const emptyWords = listEmptyWords(`
  2 4 b c cos coz cuz da gimme gonna im k kk n r u ur urs w wat wut y ya
  a an and any anyone anything are arent as at am be been being but by can cant could couldnt did didnt do does doesnt doing
  dont for from get gets getting go going gonna got had has hasnt have havent having he her here hers hey hi hello him his
  how hows i id if ill im in into is isnt it its ive just kinda know let lets like lol maybe me mine my myself need no not
  of ok okay on or our ours please pls plz really she should shouldnt so some something stuff than thank thanks that thats
  the their them then there theres these they theyre thing things this those thx to too up us very wanna want wants was
  wasnt we well were what whats when whens where wheres which who whos why will with wont would wouldnt yes you your youre
  yours
`);

const doubled = /([bdfgklmnprt])\1$/;
const vowel = /[aeiouy]/;

/** Plurals, -ed, -ing, and what stands for the same act: install, installs, installed, installing, installation, installer. */
function stem(word: string): string {
  if (word.length < 4) return word;
  return stripEnding(stripPlural(word)).replace(doubled, '$1');
}

function stripPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

const endings = ['ations', 'ation', 'ing', 'ed', 'ment', 'ers', 'er', 'ors', 'or', 'ly', 'e', 'y'];

function stripEnding(word: string): string {
  const ending = endings.find((known) => word.endsWith(known));
  if (!ending) return word;
  const start = word.slice(0, -ending.length);
  return start.length < 3 || !vowel.test(start) ? word : start;
}

export const english: Language = { emptyWords, stem };
