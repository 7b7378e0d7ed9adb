import { en as words } from '../lists/en/index.ts';
import { type AgeList, createNumberReader, toStatements } from './age-list.ts';

const numberWords = {
  ...{ five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12 },
  ...{ thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18 },
};
const gradeWords = {
  ...{ kindergarten: 0, first: 1, second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6 },
  ...{ seventh: 7, eighth: 8, ninth: 9, tenth: 10, eleventh: 11, twelfth: 12 },
};
const inWords = Object.keys(numberWords).join('|');
const age = `(\\d{1,2}|${inWords})`;
const half = '(?: and a half| 1 sign 2)?';
const years =
  '(?:years? ?olds?|yearolds?|years? of age|years? young|yrs? ?olds?|yrs? \\. old|yo|y o)(?= )';
const month =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december)';
const soon = `(?:tomorrow|soon|tonight|at midnight|any day|this (?:week|weekend|month|year|summer|winter|fall|spring|\\w+day)|next (?:week|month|year|\\w+day)|on (?:\\w+day|${month})|in (?:(?:a|an|one|two|three|four|five|six|few|couple|of|like|about|\\d{1,2}) )+(?:days?|weeks?|months?|hours?)|in ${month})`;

/** Imagined, said by another, or of another time. */
const isSupposing =
  'like|if|whether|as though|pretend|pretending|imagine|imagining|suppose|assume|think|thinks|thought|guess|wish|wished|when|whenever|while|until|unless|before|after|once|[a-z] since|was|by the time|mentally|emotionally|what is|what does|does';
const isSaying =
  'say|saying|text|texting|write|writing|type|typing|tell (?:him|her|them|people|everyone)|repeat|read|reading|sing|spell|pronounce|quote|words';
const hasSaid =
  'says|(?<!i )said|texts|texted|asks|wants to know|says (?:, )?(?:hi|hello|hey)|writes|wrote|written|types|typed|tells|repeats|repeating|reads|claims|claimed|means|meaning|sings|answers|answered|replies|replied|yells|shouts|screams';
const isSupposed = `(?<! (?:(?:${isSupposing})(?: that)?|(?:${isSaying})(?: that)?(?: :)?|(?:${hasSaid})(?: that| to me| me)?(?: [,:])?))`;

const greeting =
  '(?:hi|hey|hello|yo|hola|sup|but|well|and|so|ok|okay|yes|yeah|yep|no|nope|lol|also|btw|by the way|sorry|because|actually|um|uh|oh|fyi|please|thanks|even though|in real life) ';
const name =
  '(?:(?:hi|hey|hello) \\w+ |(?:my name is|this is|it is|i am|hi i am|call me) \\w+ (?:\\w+ )?(?:and |, )?)';
/** Where a sentence or a clause like "and I'm ten" begins. */
const start = `(?<=(?:(?:[.,:]|^) (?:${greeting})*${name}?|^ \\w+ | (?:and|but|because|cause|cos|lol|btw|even though|i said|i told you) ))`;
const aside =
  '(?:lol|btw|by the way|haha|hehe|xd|please|ok|okay|tho|though|now|right now|already|today|really|bro|bruh|dude|man|sir|maam|too|also|actually|fyi|yet|f|female|male|girl|boy|thanks|anyway|so|sadly|omg|if that (?:helps|matters|is ok|is okay)) ';
const notCounted = `(?!\\d|(?:${inWords}|one|two|three|four|zero|a half|counting|rising|climbing|holding|up|down|over|under|above|below|behind|ahead|change) )`;
const asks =
  'what|whats|how|why|who|where|can|could|is|am i|may|do|does|did|will|should|would|are|help|tell|give|need|want|i|my|we|you|he|she|they|not';
const clause = `(?:and ${notCounted}|so (?!far )|(?:but|because|cause|cos) |(?:${asks}|almost|nearly|turning|going on) |in (?:the )?\\w+ grade |from (?!the|here|there|behind|last|first|home|now|zero|today))`;
/** The number ends there, so it counts no minutes, weeks or points. "5, 9" is a height. */
const end = `(?= (?:${aside})*(?:$|\\. |, (?!\\d+ (?:[.,]|$|and|foot|feet|inch|to|of))|${clause}))`;
const wholeEnd = `(?= (?:${aside})*(?:[.,] )*$)`;

/** Behind it "I'm 8" is no age. */
const counts =
  / (?:scores?|scored|points|golf|bowling|queue|rank(?:ed)?|par|hole|size|shoe|level|quiz|percent|how many|opponent|winning|losing) /;

const grade = `(?:\\d{1,2} ?(?:st|nd|rd|th)|${Object.keys(gradeWords).slice(1).join('|')})`;
const readAge = createNumberReader(numberWords);
const readNext = createNumberReader(numberWords, -1);
const gradeEnd = `(?= (?:at|this year) |${end.slice('(?='.length, -1)})`;
const teaches = / (?:teach|teaches|teaching|my students|my classroom) /;

/** The usual age in an American grade; from the seventh on, no sure sign of a child under 13. */
function readGrade(said: string): number | null {
  const number = createNumberReader({ ...numberWords, ...gradeWords })(said);
  if (number === null || number > 12) return null;
  return number <= 6 ? number + 5 : Math.max(13, number + 5);
}

const only = '(?:only |just |still |really |actually |literally |now |currently |already |about )*';
const others =
  '(?:(?:sons?|daughters?|car|dog|cat|house|company|whisk(?:y|ey)|scotch|wine) |(?:kid|child|boy|girl)(?:s| mom| dad| mother| father) )';

const keepUnder13 = (years: number | null) => (years !== null && years < 13 ? years : null);
const keepFrom13 = (years: number | null) => (years !== null && years >= 13 ? years : null);

const statements = toStatements([
  {
    pattern: `${isSupposed} (?:i am|i m|iam|(?<=^ )(?:am|m)) ${only}(?:an? )?(?:only )?${age}(?:point\\d)?${half} ?${years}${half} (?!${others})`,
    read: readAge,
  },
  {
    pattern: `${isSupposed} (?:i am|i m|iam) ${only}${age} ?(?:years|yrs?|y)${half}${end}`,
    read: readAge,
  },
  // Without "years", a small number must begin a sentence or clause.
  {
    pattern: `${isSupposed} (?=i am |i m |iam |am )${start}(?:i am|i m|iam|am) ${only}(?!five|5 )${age} ?f?${half}${end}`,
    read: (said) => keepUnder13(readAge(said)),
    unlessBehind: new RegExp(`${counts.source}| (?:pregnant|weeks|months) `),
  },
  {
    pattern: `${isSupposed} (?:i am|i m|iam|(?<=^ )am) ${only}${age} ?f?${half}${end}`,
    read: (said) => keepFrom13(readAge(said)),
    unlessBehind: counts,
  },
  // "I'm 5, explain it" is a figure of speech.
  {
    pattern: `(?=i am )(?<=^ (?:${greeting})*${name}?)i am ${only}(5|five)${half}${wholeEnd}`,
    read: readAge,
  },
  { pattern: `(?<=^ )m ${age}${end}`, read: readAge },
  {
    pattern: `(?=(?:an? |only |just )?${age.replace('(', '(?:')})(?<=(?:[.,]|^) (?:${greeting})*)(?:an? |only |just )?${age} ?(?:${years}(?: (?:boy|girl|kid|child|male|female|student|guy|m|f))?|boy|girl|kid|male|female|m|f) here(?= )`,
    read: readAge,
  },
  {
    pattern: `(?=\\d)(?<=^ (?:${greeting})*)(\\d{1,2}) ?(?:f|female|male|girl|boy)(?= (?:, )?(?:(?:from|and) )?(?:i|my|need|want|looking|help|usa|texas|uk) )`,
    read: readAge,
  },
  // "12 f" may be a temperature, and 12 m a length. A mistaken minor loses little.
  { pattern: `^ (1[3-7]) ?(?:f|m)${wholeEnd}`, read: readAge },
  {
    pattern: `${isSupposed} i (?:just |have just |finally |only )*turned ${age}(?= (?:[.,]|$|today|yesterday|last|and|lol|in (?!(?:the )?\\d)|this|a (?:week|month|few)))`,
    read: readAge,
  },
  { pattern: `${isSupposed} today i (?:turn|am turning|am) ${age}${end}`, read: readAge },
  {
    pattern: `${isSupposed} my age(?: is)? (?::|only)? ?${age}(?: ${years})?${end}`,
    read: readAge,
  },
  {
    pattern: `${isSupposed} i (?:will be|will turn|turn|am turning|am about to (?:be|turn)|am going to (?:be|turn)|become|am) (?:only |just |finally )?${age}(?: ${years})? (?:${aside})*${soon}(?= )`,
    read: readNext,
  },
  {
    pattern: `${isSupposed} (?=i am )${start}i am ${only}(?:almost|nearly|not quite|going on|close to) ${age}(?: ${years})?${end}`,
    read: readNext,
    unlessBehind: counts,
  },
  {
    pattern: `${isSupposed} i am ${only}(?:under|below|younger than|less than|not even|not yet)(?: the age of)? (1[3-68]|thirteen|fourteen|fifteen|sixteen|eighteen)(?: ${years})?${end}`,
    read: readNext,
  },
  {
    pattern: `${isSupposed} i am not (1[38]|thirteen|eighteen)(?: ${years})? yet${end}`,
    read: readNext,
  },
  { pattern: `${isSupposed} i am ${only}(a minor|underage|under age)${end}`, read: () => 17 },
  {
    pattern: `${isSupposed} i (?:(?:am|m) ${only}(?:going |starting |entering )?(?:in |into |at )?|go to |(?:just )?(?:started|finished) )(?:the |an? )?(${grade}) grader?${gradeEnd}`,
    read: readGrade,
    unlessBehind: teaches,
  },
  {
    pattern: `${isSupposed} i (?:am|m) ${only}(?:going |starting )?(?:in|into) (?:grade )?((?<=grade )(?:\\d{1,2}|${inWords})|kindergarten)${gradeEnd}`,
    read: readGrade,
    unlessBehind: teaches,
  },
]);

// Here a 2 is a number.
const { '2': _, ...spellings } = words.spellings;
/** Long enough that one typo makes no other word. */
const oftenMisspelled = Object.keys(numberWords).filter((word) => word.length > 5);

export const en: AgeList = { sayings: { spellings, oftenMisspelled }, statements };
