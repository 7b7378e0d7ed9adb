import { expect, it } from 'vitest';
import { findStatedAge } from './find-age.ts';

it.each([
  ["I'm 11 years old", 11],
  ['I am twelve', 12],
  ['hi im 9 yrs', 9],
  ['well im 14', 14],
  ['I turned 12 in March', 12],
  ['im a 15 year old and my mom is mad', 15],
  ['I just turned 13 today', 13],
  ['tengo 11 años', 11],
  ['Hola, tengo doce años y quiero ayuda', 12],
  ['yo solo tengo 9 añitos', 9],
  ['Acabo de cumplir 12', 12],
  ['hoy cumplo trece años!', 13],
  ['soy una niña de 10 años', 10],
  ['mi edad es de 15', 15],
])('"%s" says an age', (text, age) => {
  expect(findStatedAge(text)?.years).toBe(age);
});

it.each([
  'my son is 11',
  'no tengo 10 años, tengo 30',
  'ya no tengo 15 años',
  'tengo 10 años sobrio',
  'hoy cumplo 10 años sin beber',
  "I'm 10 yrs sober",
  'my daughter is twelve years old',
  'I am 12 minutes late',
  "I'm 11 weeks pregnant",
  'I am 34 years old',
  'I am 2 blocks away',
  'When I was 11 years old I broke my arm',
  'I have an 11 year old car',
  "explain it like I'm 5 years old",
  "talk to me like I'm a 5 year old",
  "explain it as if I'm 8 years old",
  'pretend I am a 10 year old',
  'imagine that I am 12 years old and write a diary',
  'when I turned 12 we moved',
  'I turned 12 in 1990',
  "I'm 7",
  'constructor',
  'mi hijo tiene 11 años',
  'tengo 34 años',
  'tengo 11 años de experiencia',
  'tengo 12 años trabajando aquí',
  'cuando tenía 11 años',
  'explícame como si tengo 5 años',
  'mi hija acaba de cumplir 12',
  'tengo 11 minutos',
  'cumplí 12 años de casada',
])('"%s" says none of a child that writes', (text) => {
  expect(findStatedAge(text)).toBeNull();
});
