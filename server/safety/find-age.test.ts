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
])('"%s" says an age', (text, age) => {
  expect(findStatedAge(text)).toBe(age);
});

it.each([
  'my son is 11',
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
])('"%s" says none of a child that writes', (text) => {
  expect(findStatedAge(text)).toBeNull();
});
