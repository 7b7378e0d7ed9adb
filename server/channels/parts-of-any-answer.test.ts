import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSeptets, isGsm7 } from '#shared/sms.ts';
import { fuzzSeed, isLongRun } from '#test/property-runs.ts';
import { appleMessages } from './apple-messages/handler.ts';
import { sms } from './sms/handler.ts';
import { whatsapp } from './whatsapp/handler.ts';

const notice = '\n\nReply MORE for the rest.';
const pieces = [
  'Some words of it. ',
  'Dr. Smith took e.g. 3.5 mg? ',
  'one, two and ',
  'supercalifragilistic',
  'La vía más rápida está aquí… ',
  '東京は日本の首都です。',
  'はい！',
  '人口最多的城市，',
  'กรุงเทพมหานครเป็นเมืองหลวง',
  'यह एक वाक्य है। ',
  'هل هذا صحيح؟ ',
  '👨‍👩‍👧‍👦',
  '👍🏽',
  '🇩🇪🇫🇷',
  '1️⃣ ',
  'e\u0301a\u0308',
  'https://example.com/a_(b)/c?d=1&e=2 ',
  '{[~^|]} ',
  '$5 and $10, ',
  '**bold** and *so* ',
  '2*3*4 `a_b` __init__.py ',
  '\n',
  '\n\n',
  '\n39. ',
  '\n- ',
  '\n    - ',
  '\n> ',
  '\n```js\nlet a = `b`;\n    indented();\n```\n',
  '\n| A | B |\n|---|---|\n| 1 | 2 |\n\n',
  '\\(\\frac{a}{b}\\) ',
];
const answer = fc
  .array(fc.tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 40 })), {
    minLength: 1,
    maxLength: 60,
  })
  .map((runs) => runs.map(([piece, times]) => piece.repeat(times)).join(''));

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const listCharacters = (text: string) =>
  [...segmenter.segment(text)].map(({ segment }) => segment).filter((each) => each.trim());
const septets = (text: string) => [...text].reduce((sum, each) => sum + countSeptets(each), 0);

type Sent = { part: string; isLast: boolean };

/** As a person gets them who sends MORE until nothing is left. */
function sendAll(channel: typeof sms | typeof whatsapp | typeof appleMessages, body: string) {
  const sent: Sent[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const { parts, restAt } = channel.cut(body, from);
    for (const [at, part] of parts.entries()) {
      const isCut = restAt !== null && at === parts.length - 1;
      if (isCut) expect(part.endsWith(notice)).toBe(true);
      sent.push({
        part: isCut ? part.slice(0, -notice.length) : part,
        isLast: restAt === null && at === parts.length - 1,
      });
    }
    from = restAt;
  }
  return sent;
}

const channels = {
  SMS: [sms, 480],
  WhatsApp: [whatsapp, 4096],
  Apple: [appleMessages, 3000],
} as const;

describe.each(Object.entries(channels))('the parts of any answer by %s', (_, [channel, limit]) => {
  it('lose nothing, fit, are at least half full and never split a character', () => {
    fc.assert(
      fc.property(answer, (markdown) => {
        const body = channel.format(markdown);
        const isPlain = channel === sms && isGsm7(body);
        const sizeOf = (text: string) => (isPlain ? septets(text) : text.length);
        const sent = sendAll(channel, body);
        for (const { part, isLast } of sent) {
          expect(sizeOf(part)).toBeLessThanOrEqual(limit);
          expect(part.isWellFormed()).toBe(true);
          if (!isLast) expect(sizeOf(part)).toBeGreaterThanOrEqual(limit / 2 - 60);
          if (channel === whatsapp) expect((part.match(/```/g)?.length ?? 0) % 2).toBe(0);
        }
        const parts = sent.map(({ part }) => part);
        const [all, before] = [parts, [body]].map((texts) =>
          texts.flatMap((text) => listCharacters(text.replaceAll('```', ' '))),
        );
        expect(all).toEqual(before);
      }),
      { numRuns: isLongRun ? 5_000 : 150, seed: fuzzSeed },
    );
  });
});
