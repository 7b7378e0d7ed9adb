import { expect, it } from 'vitest';
import { listWarnings, whatsAppWarning } from './expert-warnings.ts';

const about = (change: object) =>
  listWarnings({
    channel: 'SMS',
    displayName: 'Ada',
    tagline: 'Numbers, gently',
    description: '',
    systemPrompt: '',
    ...change,
  });

it.each([
  [{ displayName: 'Dr. Ada' }, 'dr', 'California AB 489'],
  [{ displayName: 'Ada, R.N.' }, 'rn', 'California AB 489'],
  [{ tagline: 'Your pocket Therapist' }, 'therapist', 'Illinois HB 1806'],
  [{ tagline: 'An attorney in your pocket' }, 'attorney', 'unauthorized practice of law'],
  [{ displayName: 'Ada CPA' }, 'cpa', 'state accountancy laws'],
  [{ displayName: 'Dr.Ada' }, 'dr', 'California AB 489'],
  [{ displayName: 'Ｄｒ Ada' }, 'dr', 'California AB 489'],
  [{ displayName: 'Ada R. N.' }, 'rn', 'California AB 489'],
  [{ displayName: 'Ada, M. D.' }, 'md', 'California AB 489'],
  [{ displayName: 'Ada, Pharm.D.' }, 'pharm d', 'California AB 489'],
  [{ displayName: 'Ada, PA-C' }, 'pa c', 'California AB 489'],
  [{ displayName: 'Ada APRN' }, 'aprn', 'California AB 489'],
  [{ displayName: 'Ada, CRNA' }, 'crna', 'California AB 489'],
  [{ tagline: 'Ask our Nurses' }, 'nurses', 'California AB 489'],
  [{ displayName: 'La Doctora Ada' }, 'doctora', 'California AB 489'],
  [{ displayName: 'Médico Ada' }, 'medico', 'California AB 489'],
  [{ tagline: 'Your Dermatologist' }, 'dermatologist', 'California AB 489'],
  [{ tagline: 'A pediatrician at night' }, 'pediatrician', 'California AB 489'],
  [{ tagline: 'Therapists by text' }, 'therapists', 'Illinois HB 1806'],
  [{ tagline: 'Attorneys by text' }, 'attorneys', 'unauthorized practice of law'],
  [{ tagline: 'Lawyers by text' }, 'lawyers', 'unauthorized practice of law'],
  [{ displayName: 'Ada, J.D.' }, 'jd', 'unauthorized practice of law'],
  [{ tagline: 'Licensed expert' }, 'licensed', 'FTC Act'],
])('%j warns of a license, with the law', (change, word, law) => {
  const [warning, ...more] = about(change);
  expect(warning).toContain(`"${word}" implies a license.`);
  expect(warning).toContain(law);
  expect(more).toEqual([]);
});

it.each([
  {},
  { displayName: 'Andrew Nursery' },
  { tagline: 'Mondrian and drums' },
  { tagline: 'Nursery rhymes for a long drive' },
  { displayName: 'Dr Pepper fan' },
  { displayName: 'Doctor Who fan' },
  { tagline: 'Unlicensed to bore' },
])('%j warns of nothing', (change) => expect(about(change)).toEqual([]));

it.each([
  'You are a helpful assistant.',
  'You are a helpful assistant',
  'Answer all questions the user asks',
  'I can help with whatever you need',
])('"%s" looks general on WhatsApp', (systemPrompt) => {
  expect(about({ channel: 'WHATSAPP', systemPrompt })).toEqual([whatsAppWarning]);
});

it.each([
  'You are a helpful assistant for guests of Hotel Northwind.',
  'Answer all questions about flights of Northwind.',
  'Answer every question on our recipes, whatever the language.',
])('"%s" has a purpose', (systemPrompt) => {
  expect(about({ channel: 'WHATSAPP', systemPrompt })).toEqual([]);
});

it("a general assistant on WhatsApp gets a warning about Meta's terms, a specialist does not", () => {
  const channel = 'WHATSAPP';
  expect(about({ channel, tagline: 'Ask me anything' })).toEqual([whatsAppWarning]);
  expect(about({ channel, tagline: '' })).toEqual([whatsAppWarning]);
  expect(about({ channel, systemPrompt: 'You are a general-purpose assistant.' })).toHaveLength(1);
  expect(about({ channel, systemPrompt: 'You answer about flights of Northwind.' })).toEqual([]);
  expect(about({ tagline: 'Ask me anything' })).toEqual([]);
});
