import { findCrisis } from '#server/safety/find-crisis.ts';
import { measureLists, readTexts } from '#test/safety/read-sets.ts';
import { percentile, type Result } from './statistics.ts';

/** What the word lists see in the written texts, without any moderation, and how long one text takes them. */
export function benchSafety(): Result[] {
  const results = (['tuned', 'held out'] as const).flatMap((half): Result[] => {
    const crises = measureLists('crises')[half];
    const harmless = measureLists('harmless')[half];
    const bench = `safety, lists alone, ${half} half`;
    return [
      { bench, measure: 'crises seen', value: share(crises), unit: '%', promise: '≥ 85 %' },
      { bench, measure: 'harmless taken', value: share(harmless), unit: '%', promise: '≤ 1 %' },
    ];
  });
  return [...results, ...measureTime()];
}

const share = ({ seen, texts }: { seen: number; texts: number }) => (100 * seen) / texts;

function measureTime(): Result[] {
  const texts = [...readTexts('crises.txt'), ...readTexts('harmless.txt')];
  for (const text of texts) findCrisis(text);
  const times = texts.map((text) => {
    const started = performance.now();
    findCrisis(text);
    return performance.now() - started;
  });
  const bench = 'safety, lists alone';
  return [
    { bench, measure: 'one text, p50', value: percentile(times, 50), unit: 'ms' },
    { bench, measure: 'one text, p95', value: percentile(times, 95), unit: 'ms' },
  ];
}
