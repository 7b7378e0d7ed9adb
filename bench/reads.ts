import { setTimeout } from 'node:timers/promises';
import { dayMs } from '#shared/time.ts';
import { addConversations } from './conversations.ts';
import type { Running } from './product.ts';
import { dropDatabase, type Kind, prepareScene } from './scene.ts';
import { median, percentile, type Result } from './statistics.ts';

const few = { messages: 10_000, people: 200 };
const many = { messages: 1_000_000, people: 5_000 };
/** Then from the first page again. */
const pagesDeep = 10;
const reads = 200;
const warmUp = 20;
const analyticsReads = 5;
export const admin = { email: 'bench@example.com', password: 'Quiet-harbor-1' };

type Timing = { times: number[]; promise?: string };
type Times = Record<string, Timing>;

export async function benchReads(kind: Kind): Promise<Result[]> {
  const small = await measure(kind, few);
  if (kind === 'embedded') return toResults('reads, embedded, 10 k messages', small);
  const large = await measure(kind, many);
  return [
    ...toResults('reads, postgres, 10 k messages', small),
    ...toResults('reads, postgres, 1 M messages', large, small),
  ];
}

/** The floor is the value with few messages. */
function toResults(bench: string, times: Times, before: Times = {}): Result[] {
  return Object.entries(times).flatMap(([name, { times, promise }]) => {
    const floor = before[name]?.times;
    return [
      {
        bench,
        measure: `${name}, p50`,
        value: median(times),
        unit: 'ms',
        ...(floor && { floor: median(floor), promise }),
      },
      {
        bench,
        measure: `${name}, p95`,
        value: percentile(times, 95),
        unit: 'ms',
        ...(floor && { floor: percentile(floor, 95), ...(promise && { promise: '≤ 40 ms' }) }),
      },
    ];
  });
}

async function measure(
  kind: Kind,
  { messages, people }: { messages: number; people: number },
): Promise<Times> {
  const scene = await prepareScene(kind, { people, vendorsUrl: 'http://127.0.0.1:9' });
  await addConversations(scene, messages);
  const product = await scene.start({
    ROLES: 'http',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  const read = await signIn(product);
  const { threads } = await read('/api/threads?limit=1');
  const flat = '≤ 1.3 × at 10 k';
  const times: Times = {
    'GET /api/threads': { times: await timePages(read, '/api/threads'), promise: flat },
    'GET /api/threads/{id}/messages': {
      times: await timePages(read, `/api/threads/${threads[0].id}/messages`),
      promise: flat,
    },
    'GET /api/search, a number that texts': {
      times: await timeCalls(reads, () =>
        read(`/api/search?q=${encodeURIComponent(scene.phones[7] as string)}`),
      ),
      promise: flat,
    },
    'GET /api/threads, not delivered in 90 days': {
      times: await timePages(read, `/api/threads?with=failed&${writeLastDays(90)}`),
    },
  };
  for (const days of [7, 30, 90]) {
    times[`GET /api/analytics, ${days} days`] = {
      times: await timeCalls(analyticsReads, () => read(`/api/analytics?days=${days}`)),
    };
  }
  await product.stop();
  if (scene.databaseUrl) await dropDatabase(scene.databaseUrl);
  return times;
}

/** Reads if no change is given. */
export type Call = (
  path: string,
  change?: { method: string; body: object },
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows what it asked for
) => Promise<any>;

export async function signIn({ url }: Running): Promise<Call> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const { token } = (await response.json()) as { token: string };
  const authorization = `Bearer ${token}`;
  return async (path, change) => {
    const answer = await fetch(url + path, {
      method: change?.method ?? 'GET',
      headers: { authorization, ...(change && { 'content-type': 'application/json' }) },
      ...(change && { body: JSON.stringify(change.body) }),
    });
    if (answer.status === 429) throw new Limited(Number(answer.headers.get('retry-after')));
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    return answer.json();
  };
}

export async function timePages(read: Call, path: string): Promise<number[]> {
  let cursor: string | null = null;
  let depth = 0;
  const mark = path.includes('?') ? '&' : '?';
  const next = async () => {
    const page = await read(cursor && depth < pagesDeep ? `${path}${mark}cursor=${cursor}` : path);
    depth = cursor && depth < pagesDeep ? depth + 1 : 1;
    cursor = page.nextCursor;
  };
  return (await timeCalls(reads + warmUp, next)).slice(warmUp);
}

/** Sequential: this measures the database. */
export async function timeCalls(
  count: number,
  run: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) {
    const started = performance.now();
    try {
      await run(times.length);
      times.push(performance.now() - started);
    } catch (error) {
      if (!(error instanceof Limited)) throw error;
      await setTimeout(error.seconds * 1000);
    }
  }
  return times;
}

class Limited extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`limited for ${seconds} s`);
    this.seconds = seconds;
  }
}

export function writeLastDays(count: number): string {
  const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
  return `from=${day(count - 1)}&to=${day(0)}`;
}
