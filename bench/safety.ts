import { measureSets } from '#safety/bench/measure-sets.ts';
import { findCrisis } from '#safety/find-crisis.ts';
import { readSet } from '#safety/learning/read-sets.ts';
import { dropDatabase, type Kind, prepareScene } from './scene.ts';
import { percentile, type Result } from './statistics.ts';
import { createWebhook, echoIn, postAll, startVendors } from './vendors.ts';

const texts = 100;
/** After this many failures in a row, the moderation is not asked for a while. */
const hungTexts = 3;

export async function benchSafety(kind: Kind): Promise<Result[]> {
  return [...measureSets(), ...measureTime(), ...(await measureDelay(kind))];
}

function measureTime(): Result[] {
  const short = [...readSet('written', 'crises'), ...readSet('written', 'harmless')];
  const all = short.join('. ');
  const bench = 'safety, lists alone';
  const time = (text: string) => {
    const started = performance.now();
    findCrisis(text);
    return performance.now() - started;
  };
  const timeOf = (length: number) =>
    percentile(
      short.slice(0, 100).map((_, nth) => time(all.repeat(2).slice(nth * 37, nth * 37 + length))),
      50,
    );
  for (const text of short) findCrisis(text);
  return [
    { bench, measure: 'one text, p95', value: percentile(short.map(time), 95), unit: 'ms' },
    { bench, measure: '1,600 characters', value: timeOf(1_600), unit: 'ms', promise: '≤ 1 ms' },
    { bench, measure: '100 kB', value: timeOf(100_000), unit: 'ms', promise: '≤ 50 ms' },
  ];
}

/** Harmless texts and an instant model hide nothing of the moderation's time. */
async function measureDelay(kind: Kind): Promise<Result[]> {
  const vendors = await startVendors();
  const scene = await prepareScene(kind, { people: texts, vendorsUrl: vendors.url });
  const timeAnswers = async (url: string, count: number, label: string) => {
    const times: number[] = [];
    for (let index = 0; index < count; index++) {
      const text = `${label} ${index}`;
      const sent = Promise.withResolvers<number>();
      vendors.onSent(({ body, at }) => {
        if (echoIn(body) === text) sent.resolve(at);
      });
      const from = scene.phones[index] as string;
      const { publicUrl, webhookPath: path } = scene;
      const started = performance.now();
      await postAll(url, [createWebhook(publicUrl, { path, from, text })], 1);
      times.push((await sent.promise) - started);
    }
    return times;
  };
  const answering = await scene.start();
  await timeAnswers(answering.url, texts, 'Warm');
  const moderated = await timeAnswers(answering.url, texts, 'Moderated');
  vendors.hangModeration(true);
  const hung = await timeAnswers(answering.url, hungTexts, 'Hung');
  const alone = await timeAnswers(answering.url, texts, 'Alone');
  await answering.stop();
  await vendors.close();
  if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
  const bench = `safety, ${kind}, added to an answer`;
  const measureAdded = (times: number[]) => percentile(times, 95) - percentile(alone, 95);
  const promise = '≤ 300 ms';
  return [
    {
      bench,
      measure: 'moderation at once, p95',
      value: measureAdded(moderated),
      unit: 'ms',
      promise,
    },
    {
      bench,
      measure: `moderation that hangs, until it is left alone (${hungTexts} texts)`,
      value: Math.max(...hung) - percentile(alone, 50),
      unit: 'ms',
      promise,
    },
  ];
}
