import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestProduct, type TestProduct } from '#sandbox/test-product.ts';
import { aiProviderKeys, standInPath } from '#shared/ai-providers.ts';
import { benchAnswers } from '../bench/answers/answers.ts';
import { judge } from '../bench/answers/judge.ts';
import { findWilsonInterval } from '../bench/answers/wilson.ts';

let product: TestProduct;

beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const environment = { SOME_KEY: 'sk-of-the-sandbox', BLANK: ' ' };
const azure = { provider: 'azure_openai', 'key-from': 'SOME_KEY' };

describe('the bench of answers', () => {
  it.each(aiProviderKeys)('asks %s over HTTP and counts what it makes of it', async (provider) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const results = await benchAnswers(
      {
        ...{ provider, 'key-from': 'SOME_KEY' },
        // Google has shut down the model that is ours by default.
        ...(provider === 'google' && { model: 'gemini-2.5-pro' }),
        'base-url': product.url + standInPath(provider),
      },
      environment,
    );
    log.mockRestore();
    const count = (measure: string) => results.find((one) => one.measure === measure);
    // The stand-in's own bench: 15 and 13 of 16 right, 12 of 12 refused, of each text.
    expect(count('in the text: right')?.value).toBeGreaterThanOrEqual(26);
    expect(count('in the text: failed')?.value).toBe(0);
    expect(count('not in the text: refused')).toMatchObject({
      value: 24,
      unit: 'of 24 (95 %: 86 to 100 %)',
    });
    expect(count('tokens')?.value).toBeGreaterThan(10_000);
    const all = results.filter(({ measure }) => measure.startsWith('in the text'));
    expect(all.reduce((sum, { value }) => sum + value, 0)).toBe(32);
  });

  it('stops at what each call would end with, and says it in a sentence', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
    const options = {
      ...{ provider: 'openai', 'key-from': 'SOME_KEY', model: 'gpt-of-tomorrow' },
      'base-url': product.url + standInPath('openai'),
    };
    await expect(benchAnswers(options, environment)).rejects.toThrow(
      'The AI provider does not know this model. 404 model_not_found',
    );
    vi.restoreAllMocks();
  });

  it.each([
    [{ provider: 'acme', 'key-from': 'SOME_KEY' }, 'Say with --provider which vendor is asked:'],
    [{ provider: 'openai' }, 'Say with --key-from which environment variable holds the API key.'],
    [
      { provider: 'openai', 'key-from': 'OTHER_KEY' },
      'The environment variable OTHER_KEY is not set, or empty.',
    ],
    [
      { provider: 'openai', 'key-from': 'BLANK' },
      'The environment variable BLANK is not set, or empty.',
    ],
    [azure, 'Azure has an address for each customer: give it with --base-url.'],
  ])('refuses %o in a sentence', async (options, message) => {
    await expect(benchAnswers(options, environment)).rejects.toThrow(message);
  });
});

describe('an answer', () => {
  const text = 'We open at 9:30. On Sundays we are closed.\nBread costs $4.';
  const asked = { question: 'when do u open', fact: 'open at 9:30' };
  const evidence = (outcome: 'supported' | 'no_answer' | 'unverified', words = '') => ({
    ...{ outcome, given: [], faults: [], refused: null },
    quotes: words
      ? [{ sourceId: 'x', title: 'X', page: null, words, validFrom: null, isQuotable: true }]
      : [],
  });

  it.each([
    ['right', asked, evidence('supported', 'We open at 9:30')],
    ['right', asked, evidence('supported', 'open at 9:30. On Sundays we')],
    ['wrong', asked, evidence('supported', 'On Sundays we are closed')],
    ['refused', asked, evidence('unverified', 'We open at 9:30')],
    ['refused', asked, null],
    ['refused', { question: 'dogs?', fact: null }, evidence('no_answer')],
    ['wrong', { question: 'dogs?', fact: null }, evidence('supported', 'Bread costs $4.')],
  ] as const)('is %s', (verdict, question, found) => {
    expect(judge(question, text, found)).toBe(verdict);
  });

  it.each([
    [0, 10, 0, 0.278],
    [9, 10, 0.596, 0.982],
    [24, 24, 0.862, 1],
    [0, 0, 0, 1],
  ])('of %i of %i has a Wilson interval', (hits, all, low, high) => {
    const interval = findWilsonInterval(hits, all);
    expect(interval.low).toBeCloseTo(low, 3);
    expect(interval.high).toBeCloseTo(high, 3);
  });
});
