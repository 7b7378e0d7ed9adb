import { expect, it } from 'vitest';
import type { ExpertWords } from '#shared/expert-words.ts';
import { countSmsSegments, isGsm7 } from '#shared/sms.ts';
import { systemTexts } from './system-texts.ts';
import { wordTexts } from './word-texts.ts';

const publicUrl = 'https://chat.a-rather-long-name.example.com';
const longest: ExpertWords = {
  menu: 'ALL MY WORDS',
  balance: 'WHAT IS LEFT',
  plans: 'PRICE LIST 1',
  who: 'WHO IS THERE',
  human: 'GET A PERSON',
  forget: 'ERASE ME NOW',
};

it.each([
  ['a short name', 'Ada', 'Sagewire', {}],
  ['a name of 42 characters', 'Dame Augusta Ada King, Countess of Lovelace', 'N'.repeat(60), {}],
  ['other letters', 'Łukasz Żółć 🤖 “Zoë”', '株式会社', {}],
  ['only other letters', '阿达', '株式会社', {}],
  ['the longest of all', '€'.repeat(100), '€'.repeat(60), longest],
])('the answer to a word is one plain segment, with %s', (_, name, business, words) => {
  const speaker = { name, business, words };
  const texts = [
    wordTexts.menu(speaker),
    wordTexts.who(speaker),
    wordTexts.personNow(speaker),
    wordTexts.aiIsOff(speaker),
    wordTexts.forgetAccount('4821 9037'),
    wordTexts.forgetNumber(speaker, '4821 9037'),
    wordTexts.forgetAgain('4821 9037'),
    wordTexts.forgetWrong('ERASE ME NOW'),
    wordTexts.forgetTooLate('ERASE ME NOW'),
    wordTexts.forgetStaff(),
    wordTexts.forgetInSettings(publicUrl),
    wordTexts.plans(publicUrl),
    wordTexts.balance({ kind: 'none' }, publicUrl),
    wordTexts.balance({ kind: 'unlimited', until: new Date('2027-09-30') }, publicUrl),
    wordTexts.balance({ kind: 'credits', left: 100_000, granted: 999_999 }, publicUrl),
  ];
  for (const { body } of texts) {
    expect(isGsm7(body), body).toBe(true);
    expect(countSmsSegments(body).segments, body).toBe(1);
    expect(body).not.toContain('  ');
  }
});

it('the menu lists the words that work, whatever they are called', () => {
  const speaker = { name: 'Ada', business: 'Sagewire', words: {} };
  expect(wordTexts.menu(speaker).body).toBe(
    'Ask Ada anything. BALANCE: messages left. PLANS: prices. WHO: who answers. HUMAN: a person. FORGET ME: delete all. HELP: help. STOP: no more texts.',
  );
  const own = wordTexts.menu({ ...speaker, words: { balance: 'CREDIT', plans: null } }).body;
  expect(own).toContain('CREDIT: messages left. WHO');
  const full = wordTexts.menu({ ...speaker, words: longest }).body;
  for (const word of Object.values(longest).slice(1)) expect(full).toContain(word);
});

it('the text for a crisis stays in the GSM alphabet, whatever the expert is called', () => {
  for (const name of ['Zoë Łąka', '深夜の先生', 'Ada 🌙']) {
    expect(
      isGsm7(systemTexts.crisis(name, 'Call 911.', { ownLine: null, isTeamTold: true }).body),
      name,
    ).toBe(true);
  }
});
