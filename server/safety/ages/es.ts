import { es as words } from '../lists/es/index.ts';
import type { AgeList } from './age-list.ts';

const numberWords: Record<string, number> = {
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  once: 11,
  doce: 12,
  trece: 13,
  catorce: 14,
  quince: 15,
  dieciseis: 16,
  diecisiete: 17,
};
const age = `(\\d{1,2}|${Object.keys(numberWords).join('|')})`;
const adverbs = '(?:solo |apenas |ya |recien |todavia |casi )*';
/** What follows is imagined, said by another person, or long ago. */
const isSupposed =
  '(?<! (?:como si|si|cuando|dice que|dijo que|imagina que|imaginate que|finge que|supongamos que|que|ni|no|ya no)(?: yo)?)';
/** "tengo 11 años de experiencia", "tengo 10 años sobrio" are no ages. */
const isAge = '(?= (?:\\.|$|y |pero |porque |me |mi |soy |quiero |de edad))';

const statements = [
  `${isSupposed} ${adverbs}tengo ${adverbs}${age} (?:anos|anitos)${isAge}`,
  `${isSupposed} (?:acabo de cumplir|recien cumpli|ya cumpli|hoy cumplo|cumplo|hoy cumpli) ${age}(?: anos)?${isAge}`,
  `${isSupposed} soy (?:un nino|una nina|un chico|una chica) de ${age} anos${isAge}`,
  `${isSupposed} mi edad es (?:de )?${age}(?= )`,
].map((statement) => new RegExp(statement));

const sayings = { spellings: words.spellings, oftenMisspelled: [] };

export const es: AgeList = { sayings, numberWords, statements };
