import { readMaxLength } from './limits.ts';
import { normalize } from './normalize.ts';

/** Letters of other alphabets that look like a Latin one. */
const lookAlikes: Record<string, string> = {
  ...pair('аеорсухіјѕһԁкмтвнԛԝѵ', 'aeopcyxijshdkmtbhqwv'),
  ...pair('αεοικντυρχ', 'aeoikvtupx'),
  ...pair('ıɑɡօ', 'iago'),
  ...pair('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'),
  ...pair('ꓢꓔꓳꓑꓮꓐꓚꓓꓰꓟꓠꓡꓣꓴꓦꓪꓫꓬꓜ', 'stopabcdemnlruvwxyz'),
  ...pair('ᎪᏴᏟᎠᎬᏀᎻᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ', 'abcdeghklmprstvwz'),
  // Capitals that look like another letter than their lower case does.
  ...pair('ΝΗΥΒΖΜУ', 'nhybzmy'),
};

function pair(from: string, to: string): Record<string, string> {
  const letters = [...to];
  return Object.fromEntries([...from].map((letter, index) => [letter, letters[index] ?? '']));
}

/** `🆂🆃🅾🅿`, `🅢🅣🅞🅟`: letters that NFKC leaves. */
const boxed = /[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}]/gu;

function unbox(letter: string): string {
  const code = letter.codePointAt(0) as number;
  return String.fromCharCode('a'.charCodeAt(0) + ((code - 0x1f150) % 0x20));
}

/** Zero-width and direction marks, variation selectors, soft hyphens and fillers; and Braille's blank. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

export const dropInvisible = (text: string): string => text.replace(unseen, '');

/** Nothing a reader would see. */
export const isBlank = (text: string): boolean => dropInvisible(text).trim() === '';

/** Default-ignorable covers zero-width characters, fillers and variation selectors. */
const invisible = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Before normalization, which takes an acute accent alone for a space. */
const apostrophes = /[’‘‛ʼ＇`´]/g;

/** Lower case, one width, one apostrophe; no accents, invisible characters or letters that only look Latin. */
export function foldText(text: string): string {
  const read = text.slice(0, readMaxLength).replace(apostrophes, "'").replace(boxed, unbox);
  const plain = replaceLookAlikes(normalize(read, 'NFKC')).toLowerCase();
  return (
    normalize(plain, 'NFD')
      .replace(invisible, '')
      // A blank Braille cell is a picture of nothing.
      .replaceAll('\u2800', ' ')
  );
}

const foreign = new RegExp(`[${Object.keys(lookAlikes).join('')}]`, 'iu');

/** Only in words with a Latin letter, or of nothing else: Russian and Greek stay. */
function replaceLookAlikes(text: string): string {
  if (!foreign.test(text)) return text;
  return text.replace(/[\p{L}\p{M}\p{Cf}]+/gu, (word) => {
    const letters = [...word].map(
      (letter) => lookAlikes[letter] ?? lookAlikes[letter.toLowerCase()] ?? letter,
    );
    const isMeant =
      /[a-z]/i.test(word) || letters.every((letter) => /[a-z\p{M}\p{Cf}]/iu.test(letter));
    return isMeant ? letters.join('') : word;
  });
}
