import { describe, expect, it } from 'vitest';
import { ModelError } from '#server/ai/model.ts';
import type { Knowledge } from '#server/experts/knowledge/known.ts';
import { createPiece } from '#test/known-piece.ts';
import { type Asked, askAndCheck } from './ask-and-check.ts';

const text = 'On Sundays the shop closes at 13:00.';
const knowledge = (mode: Knowledge['mode'] = 'strict'): Knowledge => ({
  ...{ mode, revision: 'expert 1', siteHosts: [] },
  given: [
    { ...createPiece({ sourceId: 'hours', title: 'Hours', text }), number: 1, rank: 1 },
    { ...createPiece({ sourceId: 'other', title: 'Other' }), number: 2, rank: null },
  ],
});

const right = `It closes at 13:00.\n[[sources]]\n1: "${text}"`;
const wrong = `It closes at 14:00.\n[[sources]]\n1: "${text}"`;

/** Gives these answers one after the other. */
async function ask(answers: (string | ModelError)[], known: Knowledge | null = knowledge()) {
  const told: (string | null)[] = [];
  const checked = await askAndCheck(
    known,
    [{ role: 'user', content: 'when does it close on sundays' }],
    async (fault): Promise<Asked> => {
      told.push(fault);
      const answer = answers[told.length - 1] as string | ModelError;
      if (answer instanceof ModelError) throw answer;
      const tokens = { input: 10, output: 2 };
      return { ms: 5, result: { text: answer, model: 'model', tokens, sources: [], isCut: false } };
    },
  );
  return { told, checked };
}

describe('an answer that leans on sources', () => {
  it('is asked for once where it carries their words', async () => {
    const { told, checked } = await ask([right]);
    expect(told).toEqual([null]);
    expect(checked.evidence).toMatchObject({
      ...{ outcome: 'supported', givenCount: 2, retry: null },
      given: [{ sourceId: 'hours', rank: 1 }],
    });
  });

  it('is asked for once more, with its fault, and keeps what was wrong at first', async () => {
    const { told, checked } = await ask([wrong, right]);
    expect(told).toEqual([null, expect.stringContaining('14:00')]);
    expect(checked).toMatchObject({ ms: 10, result: { tokens: { input: 20, output: 4 } } });
    expect(checked.evidence).toMatchObject({
      ...{ outcome: 'supported', faults: [] },
      retry: {
        faults: ['"14:00" stands neither in its quotes nor in the question.'],
        isAnswered: true,
      },
    });
  });

  it('counts as it was if the model then fails', async () => {
    const { checked } = await ask([wrong, new ModelError('timeout', 'slow')]);
    expect(checked).toMatchObject({ ms: 5, text: 'It closes at 14:00.' });
    expect(checked.evidence).toMatchObject({
      outcome: 'unverified',
      retry: { isAnswered: false },
    });
  });

  it('is never asked for more than twice, and not at all again of a free expert', async () => {
    const { told } = await ask([wrong, wrong]);
    expect(told).toHaveLength(2);
    const free = await ask([wrong], knowledge('free'));
    expect(free.told).toHaveLength(1);
    expect(free.checked.evidence).toMatchObject({ outcome: 'unverified', retry: null });
  });

  it('is checked by nothing without sources', async () => {
    const { checked } = await ask(['It closes at 14:00.'], null);
    expect(checked).toMatchObject({ text: 'It closes at 14:00.', evidence: null });
  });
});
