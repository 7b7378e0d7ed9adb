import { threadStates } from '#shared/api/thread-filters.ts';
import { addDesk, markSeen } from './desk-data.ts';
import { admin, type Call, signIn, timeCalls, timePages } from './reads.ts';
import { dropDatabase, type Kind, prepareScene } from './scene.ts';
import { median, percentile, type Result } from './statistics.ts';

/** For a look while working; figures come from the whole. */
const isQuick = process.env.BENCH_QUICK !== undefined;
const size = isQuick
  ? { conversations: 2_000, messages: 40_000 }
  : { conversations: 50_000, messages: 1_000_000 };
const people = 100;
const reads = isQuick ? 20 : 100;
const searches = ['sixths', 'half third', 'person number77', '+1 303 200 0042', 'nothingsuch'];
const listPromise = '≤ 60 ms (p95)';
const searchPromise = '≤ 150 ms (p95)';

/** What an admin does all day, in an inbox of 50,000 conversations. */
export async function benchDesk(kind: Kind): Promise<Result[]> {
  if (kind === 'embedded') return [];
  const scene = await prepareScene(kind, { people, vendorsUrl: 'http://127.0.0.1:9' });
  await addDesk(scene, size);
  const product = await scene.start({
    ROLES: 'http',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  await markSeen(scene, admin.email);
  const call = await signIn(product);
  const results = [
    ...(await measureLists(call)),
    ...(await measureSearches(call)),
    ...(await measureOpening(call)),
  ];
  await product.stop();
  if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
  return results;
}

async function measureLists(call: Call): Promise<Result[]> {
  const results = toResults('list, 10 pages', await timePages(call, listPath('')), listPromise);
  for (const state of threadStates) {
    const times = await timeCalls(reads, () => call(listPath(`state=${state}`)));
    results.push(...toResults(`filter: ${state}`, times, listPromise));
  }
  const { labels } = await call('/api/labels');
  const ofLabel = await timeCalls(reads, () => call(listPath(`labelled=${labels[0].id}`)));
  results.push(...toResults('filter: labelled', ofLabel, listPromise));
  results.push(
    ...toResults('counts', await timeCalls(reads, () => call('/api/threads/counts'))),
    ...toResults('labels with counts', await timeCalls(reads, () => call('/api/labels'))),
  );
  for (const state of threadStates) {
    const body = { name: state, isShared: false, filters: { state } };
    await call('/api/views', { method: 'POST', body });
  }
  const views = await timeCalls(reads, () => call('/api/views'));
  return [...results, ...toResults(`${threadStates.length} views with counts`, views)];
}

async function measureSearches(call: Call): Promise<Result[]> {
  const results: Result[] = [];
  for (const words of searches) {
    const query = new URLSearchParams({ q: words });
    const times = await timeCalls(reads, () => call(`/api/search?${query}`));
    results.push(...toResults(`search: ${words}`, times, searchPromise));
  }
  return results;
}

/** With the mark that it was seen. */
async function measureOpening(call: Call): Promise<Result[]> {
  const { threads } = await call(listPath('state=unread'));
  const queue: { id: string }[] = threads.slice(0, reads);
  const times = await timeCalls(queue.length, async () => {
    const { id } = queue.pop() as { id: string };
    const { messages } = await call(`/api/threads/${id}/messages`);
    const body = { messageId: messages[0].id };
    await call(`/api/threads/${id}/seen`, { method: 'PUT', body });
  });
  return toResults('open, and mark as seen', times);
}

function listPath(filter: string): string {
  return `/api/threads?limit=100&${filter}`;
}

function toResults(measure: string, times: number[], promise?: string): Result[] {
  const bench = `desk, ${size.conversations.toLocaleString('en-US')} conversations`;
  return [
    { bench, measure: `${measure}, p50`, value: median(times), unit: 'ms' },
    {
      bench,
      measure: `${measure}, p95`,
      value: percentile(times, 95),
      unit: 'ms',
      ...(promise && { promise }),
    },
  ];
}
