import { threadStates } from '#shared/api/thread-filters.ts';
import { addDesk, markSeen } from './desk-data.ts';
import { admin, type Call, signIn, timeCalls, timePages, writeLastDays } from './reads.ts';
import { dropDatabase, type Kind, prepareScene } from './scene.ts';
import { median, percentile, type Result } from './statistics.ts';

/** Published figures come from the full run. */
const isQuick = process.env.BENCH_QUICK !== undefined;
const size = isQuick
  ? { conversations: 2_000, messages: 40_000 }
  : { conversations: 50_000, messages: 1_000_000 };
/** Fewer: the embedded database takes long to build a million. */
const embeddedSize = isQuick ? size : { conversations: 10_000, messages: 200_000 };
const people = 100;
const reads = isQuick ? 20 : 100;
const searches = ['sixths', 'half third', 'person number77', '+1 303 200 0042', 'nothingsuch'];
const listPromise = '≤ 60 ms (p95)';
const searchPromises = { postgres: '≤ 150 ms (p95)', embedded: '≤ 400 ms (p95)' };

export async function benchDesk(kind: Kind): Promise<Result[]> {
  const scene = await prepareScene(kind, { people, vendorsUrl: 'http://127.0.0.1:9' });
  const started = performance.now();
  await addDesk(scene, kind === 'embedded' ? embeddedSize : size);
  const buildSeconds = (performance.now() - started) / 1000;
  const product = await scene.start({
    ROLES: 'http',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  // Only the product's process can open the embedded database.
  if (kind === 'postgres') await markSeen(scene, admin.email);
  const call = await signIn(product);
  const results =
    kind === 'embedded'
      ? [
          { bench: benchOf(embeddedSize), measure: 'building it', value: buildSeconds, unit: 's' },
          ...(await measureSearches(call, kind)),
        ]
      : [
          ...(await measureLists(call)),
          ...(await measureSearches(call, kind)),
          ...(await measureHits(call)),
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
  for (const [name, filter] of Object.entries(await listFilters(call))) {
    const times = await timeCalls(reads, () => call(listPath(filter)));
    results.push(...toResults(`filter: ${name}`, times, listPromise));
  }
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

/** All filters of a URL but the state, alone and combined. */
async function listFilters(call: Call): Promise<Record<string, string>> {
  const { labels } = await call('/api/labels');
  const { experts } = await call('/api/threads/experts');
  const { assignees } = await call('/api/threads/assignees');
  const expert = `expertId=${experts[0].id}`;
  const label = `labelled=${labels[0].id}`;
  const week = writeLastDays(7);
  return {
    labelled: label,
    expert,
    'channel: SMS': 'channel=SMS',
    assignee: `assigneeId=${assignees[0].id}`,
    'last 7 days': week,
    'failed in the last 7 days': `state=failed&${week}`,
    'wants a person, of an expert': `state=wantsHuman&${expert}`,
    'unread, labelled, of an expert, on SMS': `state=unread&${label}&${expert}&channel=SMS`,
    'failed in the last 7 days, labelled, of an expert': `state=failed&${label}&${expert}&${week}`,
  };
}

async function measureSearches(call: Call, kind: Kind): Promise<Result[]> {
  const results: Result[] = [];
  const measure = async (label: string, query: Record<string, string>) => {
    const path = `/api/search?${new URLSearchParams(query)}`;
    const times = await timeCalls(reads, () => call(path));
    results.push(...toResults(`search: ${label}`, times, searchPromises[kind], kind));
  };
  for (const q of searches) await measure(q, { q });
  for (const state of threadStates) await measure(`half, ${state}`, { q: 'half', state });
  const { labels } = await call('/api/labels');
  await measure('sixths, labelled', { q: 'sixths', labelled: labels[0].id });
  return results;
}

async function measureHits(call: Call): Promise<Result[]> {
  const { hits } = await call('/api/search?q=half&limit=100');
  const times = await timeCalls(Math.min(hits.length, reads), (index) => {
    const { threadId, messageId } = hits[index];
    return call(`/api/threads/${threadId}/messages?around=${messageId}&limit=100`);
  });
  return toResults('open a hit', times);
}

/** Includes marking as seen. */
async function measureOpening(call: Call): Promise<Result[]> {
  const { threads } = await call(listPath('state=unread'));
  const times = await timeCalls(Math.min(threads.length, reads), async (index) => {
    const { id } = threads[index];
    const { messages } = await call(`/api/threads/${id}/messages`);
    const body = { messageId: messages[0].id };
    await call(`/api/threads/${id}/seen`, { method: 'PUT', body });
  });
  return toResults('open, and mark as seen', times);
}

function listPath(filter: string): string {
  return `/api/threads?limit=100&${filter}`;
}

function benchOf({ messages }: typeof size): string {
  return `desk, embedded, ${messages.toLocaleString('en-US')} messages`;
}

function toResults(
  measure: string,
  times: number[],
  promise?: string,
  kind: Kind = 'postgres',
): Result[] {
  const bench =
    kind === 'embedded'
      ? benchOf(embeddedSize)
      : `desk, ${size.conversations.toLocaleString('en-US')} conversations`;
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
