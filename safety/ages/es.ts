import { es as words } from '../lists/es/index.ts';
import { type AgeList, createNumberReader, toStatements } from './age-list.ts';

const numberWords = {
  ...{ cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9, diez: 10, once: 11, doce: 12, trece: 13 },
  ...{ catorce: 14, quince: 15, dieciseis: 16, diecisiete: 17, dieciocho: 18 },
};
const gradeWords = { primero: 1, segundo: 2, tercero: 3, cuarto: 4, quinto: 5, sexto: 6 };
const inWords = Object.keys(numberWords).join('|');
const age = `(\\d{1,2}|${inWords})`;
const adverbs = '(?:solo |apenas |ya |recien |todavia )*';
const isSupposed =
  '(?<! (?:(?:como si|si|cuando|hasta que|imagina que|imaginate que|finge que|supongamos que|que|ni|no|ya no)(?: yo)?|(?:di|dice|dijo|dicen|escribe|escribio|decir|escribir|repite)(?: que)?(?: [,:])?(?: yo)?))';
const half = '(?: y medio)?';
const aside = '(?:jaja|jajaja|lol|xd|por favor|ya|ahora|hoy|de edad|gracias|ok) ';
const clause = `(?:y (?!\\d|(?:${inWords}|un|dos|tres|cuatro|medio) )|(?:pero|porque|me|mi|soy|quiero|voy|puedo|como|que|cual|cuanto|cuantos|es|esta|ayuda|ayudame|necesito|vivo|donde|quien) )`;
/** "tengo 11 años de experiencia", "tengo 10 años sobrio", "tengo 11 minutos" are no ages. */
const end = `(?= (?:${aside})*(?:$|[.] |, (?!\\d)|${clause}))`;
const wholeEnd = `(?= (?:${aside})*(?:[.,] )*$)`;
const greeting =
  '(?:hola|oye|buenas|bueno|pues|y|pero|si|ok|perdon|es que|porque|yo|hi|hello|gracias|solo|aunque) ';
const name = '(?:(?:me llamo|mi nombre es|soy) \\w+ (?:\\w+ )?(?:y |, )?)';
const start = `(?<=(?:(?:[.,:]|^) (?:${greeting})*${name}?| (?:y|pero|porque|aunque) )(?:yo )?)`;
/** Ahead of it "tengo 8" is no age. */
const counts = / (?:puntos?|marcador|partido|fila|turno|nivel|cuantos|cuantas|golf|semanas|meses) /;
const month =
  '(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)';
const soon = `(?:manana|pronto|(?:la )?(?:proxima|otra) semana|(?:la )?semana que viene|(?:el )?(?:proximo (?:mes|ano)|mes que viene|ano que viene)|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)|en (?:\\w+ )?(?:dias?|semanas?|mes(?:es)?)|en ${month}|este (?:mes|ano))`;
const readAge = createNumberReader(numberWords);
const readNext = createNumberReader(numberWords, -1);
const primary = '(?:de|en) (?:la )?(?:primaria|escuela primaria|educacion basica)';
const ordinal = `(${Object.keys(gradeWords).join('|')}|[1-6](?: ?(?:o|ro|er|do|to|vo))?)`;
const goesTo =
  '(?:(?:yo )?(?:estoy|voy|ando|curso|estudio|paso|soy (?:alumn[oa]|estudiante))(?: ya)? (?:en |a |de )?)';

const statements = toStatements([
  {
    pattern: `${isSupposed} (?:(?:${soon},? (?:ya )?)(?:cumplo|cumplire)|voy a cumplir|cumplire|ya casi cumplo|casi cumplo) ${age}(?: anos)?(?= )`,
    read: readNext,
  },
  { pattern: `${isSupposed} cumplo ${age}(?: anos)? ${soon}(?= )`, read: readNext },
  { pattern: `${isSupposed} tengo casi ${age}(?: anos)?${end}`, read: readNext },
  {
    pattern: `${isSupposed} ${adverbs}tengo ${adverbs}${age}(?:point\\d)? ?(?:anos|anitos)${half}${end}`,
    read: readAge,
  },
  {
    pattern: ` (?=(?:${adverbs})tengo )${start}(?:${adverbs})tengo ${adverbs}(?!cinco|5 )${age}${half}${end}`,
    read: readAge,
    unlessBehind: counts,
  },
  {
    pattern: `(?=tengo )(?<=^ (?:${greeting})*${name}?)tengo ${adverbs}(5|cinco)${half}${wholeEnd}`,
    read: readAge,
  },
  {
    pattern: `${isSupposed} (?:acabo de cumplir|recien cumpli|ya cumpli|hoy cumplo|cumplo|hoy cumpli) ${age}(?: anos)?${end}`,
    read: readAge,
  },
  {
    pattern: `${isSupposed} soy (?:una? )?(?:nin|chic|muchach)[oa] de ${age} anos${end}`,
    read: readAge,
  },
  { pattern: `${isSupposed} mi edad es (?:de )?${age}(?: anos)?${end}`, read: readAge },
  {
    pattern: `${isSupposed} (?:soy menor de|tengo menos de) (1[3-68]|trece|catorce|quince|dieciseis|dieciocho)(?: anos)?${end}`,
    read: readNext,
  },
  {
    pattern: ` (?:todavia|aun) no (?:tengo|cumplo) (1[38]|trece|dieciocho)(?: anos)?${end}`,
    read: readNext,
  },
  { pattern: `${isSupposed} soy (menor de edad)${end}`, read: () => 17 },
  {
    pattern: `${isSupposed} ${goesTo}(?:el )?${ordinal} (?:grado )?${primary}(?= )`,
    read: readGrade,
    unlessBehind: / (?:doy clases|soy maestr[oa]|soy profesora?|mis alumnos) /,
  },
  {
    pattern: `${isSupposed} ${goesTo}(?:el )?${ordinal} (grado)?(?:de|en) (?:la )?(?:secundaria|eso)(?= )`,
    read: () => 13,
    unlessBehind: / (?:doy clases|soy maestr[oa]|soy profesora?|mis alumnos) /,
  },
]);

function readGrade(said: string): number | null {
  const number = createNumberReader(gradeWords)(said);
  return number === null ? null : number + 5;
}

const sayings = { spellings: words.spellings, oftenMisspelled: [] };

export const es: AgeList = { sayings, statements };
