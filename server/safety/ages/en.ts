import { en as words } from '../lists/en/index.ts';
import type { AgeList } from './age-list.ts';

const numberWords: Record<string, number> = {
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
};
const inWords = Object.keys(numberWords).join('|');
const age = `(\\d{1,2}|${inWords})`;
const years = '(?:years? old|years? of age|yrs? old|yrs?(?= (?:\\.|$|and ))|yo|y o|yr old)';
/** What follows is imagined, said by another person, or long ago. */
const isSupposed =
  '(?<! (?:like|if|though|pretend|pretending|imagine|imagining|suppose|say|said|thinks|when|was)(?: that)?)';
const start = '(?:\\.|^) (?:hi |hey |hello |but |well )?';
const end = '(?= (?:\\.|$|and (?:i|my|in|bored|want|need)))';
const statements = [
  `${isSupposed} i am (?:only |just |a |an |still |about )*${age} ${years}(?= (?!son|daughter|kid|child|car|dog|cat|house))`,
  // Alone, so that it is no number of minutes, weeks or places; a small number may be a score or a place in a row.
  `${start}i am (?:only |just )?(1[3-7]|${inWords})${end}`,
  `${isSupposed} i (?:just |have just )?turned ${age}(?= (?:\\.|$|today|yesterday|last|and|in (?!(?:the )?\\d)|this))`,
  `${isSupposed} my age is ${age}`,
].map((statement) => new RegExp(statement));

// Here a 2 is a number.
const { '2': _, ...spellings } = words.spellings;
const sayings = { spellings, oftenMisspelled: [] };

export const en: AgeList = { sayings, numberWords, statements };
