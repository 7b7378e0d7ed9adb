import type { NumberWords } from '../number-words.ts';

const small =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince diecis\u00e9is diecisiete dieciocho diecinueve';
const twenties =
  'veinte:20 veintiuno:21 veinti\u00fan:21 veintid\u00f3s:22 veintitr\u00e9s:23 veinticuatro:24 veinticinco:25 veintis\u00e9is:26 veintisiete:27 veintiocho:28 veintinueve:29';
const hundreds =
  'cien:100 ciento:100 doscientos:200 doscientas:200 trescientos:300 trescientas:300 cuatrocientos:400 cuatrocientas:400 quinientos:500 quinientas:500 seiscientos:600 seiscientas:600 setecientos:700 setecientas:700 ochocientos:800 ochocientas:800 novecientos:900 novecientas:900';

export const spanish: NumberWords = {
  small,
  others: `${twenties} treinta:30 cuarenta:40 cincuenta:50 sesenta:60 setenta:70 ochenta:80 noventa:90 ${hundreds}`,
  multipliers: 'mil:1000 docena:12 docenas:12 mill\u00f3n:1000000 millones:1000000',
  joints: ['y'],
  ambiguous: ['once'],
  telling: 'el la los las de que y en es son un una por con para no se a del hasta',
};
