import { describe, expect, it } from 'vitest';
import { alsoAsksIfHuman, asksIfHuman } from './human-question.ts';

describe('asks whether a person answers', () => {
  it.each([
    'are you a bot',
    'Are you a robot?!',
    'are you human',
    'are you even human??',
    'am I talking to a real person',
    'Am I texting with a machine?',
    'r u real',
    'r u a human or a bot',
    'is this AI',
    'Is this a real person?',
    'wait... are you an A.I.?',
    'Ada, are you human?',
    'Are you a real person or a bot, Ada?',
    'Be honest: are you ChatGPT',
    'is there a real person here?',
    'who am i talking to?',
    'what are you',
    "you're a bot, right?",
    'ＡＲＥ ＹＯＵ ＡＩ',
    '¿Eres un bot?',
    '¿eres una persona real?',
    'estoy hablando con una máquina',
    '¿Hablo con un robot?',
  ])('%s', (text) => expect(asksIfHuman(text, 'Ada')).toBe(true));
});

describe('asks something else', () => {
  it.each([
    'is it a person?',
    'how do I build a bot',
    'what is AI',
    'are you able to help me?',
    'are you sure?',
    'is this a real number?',
    'are you open on Monday, or is a robot there?',
    'is there a person I can write a letter to at the bank',
    'what are you doing',
    '',
    `are you a bot? ${'really '.repeat(30)}`,
  ])('%s', (text) => expect(asksIfHuman(text, 'Ada')).toBe(false));
});

it.each([
  ['Hi! Are you a real person? And what is 2+2?', true],
  ['Ok, Ada, are you a bot? I need to know before I go on.', true],
  ['My homework is due tomorrow\nare you human\nwhat is 2 + 2', true],
  ['Gracias. ¿Eres un robot? Dime la verdad sobre esto', true],
  ['What is 2 + 2? Is it a prime?', false],
  ['A robot walks in. It asks what you want. What are you doing then?', false],
])('finds the question in a longer text: %s', (text, isAsked) => {
  expect(alsoAsksIfHuman(text, 'Ada')).toBe(isAsked);
});
