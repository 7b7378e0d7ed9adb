import { aMessage, anAnswer, aVerdict } from '#test/web/fixtures.ts';
import { idOf, longAgo } from './samples.ts';

const because =
  'Claude: The AI provider refused the API key. (401 authentication_error, about the API key)';

/** Newest first. */
export const answeredMessages = [
  aMessage({
    id: idOf(42),
    createdAt: longAgo,
    direction: 'outbound',
    origin: 'ai',
    body: 'Wash them for 20 seconds, with soap. Dry them with a clean towel, because',
    sources: [
      { url: 'https://www.who.int/hands', title: 'Hand hygiene: why, how & when' },
      { url: 'https://www.cdc.gov/clean-hands/about', title: null },
    ],
    delivery: { state: 'delivered', reason: null },
    aiMeta: {
      provider: 'openai',
      providerName: 'Spare account',
      model: 'gpt-5.6-2026-10-01',
      processingTimeMs: 1_840,
      tokenUsage: { input: 180, output: 32 },
      fallbackBecause: because,
      isCut: true,
    },
  }),
  aMessage({
    id: idOf(41),
    createdAt: longAgo,
    body: 'How long should I wash my hands?',
    answer: anAnswer({
      verdict: aVerdict({ reason: 'It is about health.' }),
      failures: [{ at: longAgo, kind: 'credentials', detail: because }],
    }),
  }),
];
