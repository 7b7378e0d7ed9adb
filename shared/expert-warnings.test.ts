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
])('%j warns of a license, with the law', (change, word, law) => {
  const [warning, ...more] = about(change);
  expect(warning).toContain(`"${word}" implies a license.`);
  expect(warning).toContain(law);
  expect(more).toEqual([]);
});

it.each([{}, { displayName: 'Andrew Nursery' }, { tagline: 'Mondrian and drums' }])(
  '%j warns of nothing',
  (change) => expect(about(change)).toEqual([]),
);

it("a general assistant on WhatsApp gets a warning about Meta's terms, a specialist does not", () => {
  const channel = 'WHATSAPP';
  expect(about({ channel, tagline: 'Ask me anything' })).toEqual([whatsAppWarning]);
  expect(about({ channel, tagline: '' })).toEqual([whatsAppWarning]);
  expect(about({ channel, systemPrompt: 'You are a general-purpose assistant.' })).toHaveLength(1);
  expect(about({ channel, systemPrompt: 'You answer about flights of Northwind.' })).toEqual([]);
  expect(about({ tagline: 'Ask me anything' })).toEqual([]);
});
