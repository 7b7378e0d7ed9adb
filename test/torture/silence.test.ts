import { expect, it } from 'vitest';
import { listProblems } from './report.ts';
import { survivesSilence } from './silence.ts';

const onPostgres = process.env.TEST_DATABASE_URL !== undefined;

it.runIf(onPostgres)(
  'acknowledges or refuses each text within 5 s, and answers all within 20, when connections to the database die without a word',
  async () => {
    const report = await survivesSilence();
    const { texts, swallowed, webhookMs, defaultMs, answerMs, refused503, oddAnswers, replies } =
      report;
    const longest = (all: number[]) => Math.round(Math.max(...all));
    console.log(
      `${texts} texts, ${swallowed} connections died, ${refused503} times 503; longest webhook ${longest(webhookMs)} ms (before: ${Math.round(defaultMs)}), longest answer ${longest(answerMs)} ms`,
    );
    expect([...oddAnswers, ...listProblems(report)]).toEqual([]);
    expect(replies).toBe(texts);
    expect(Math.min(...swallowed)).toBeGreaterThan(0);
    expect(longest(webhookMs)).toBeLessThan(5_000 + defaultMs);
    expect(longest(answerMs)).toBeLessThan(20_000 + defaultMs);
  },
  300_000,
);
