import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { listOperations, type Operation, type Schema } from './operations.ts';
import { type Row, routeTable } from './route-table.ts';
import { aToken, makeScene, type Scene } from './scene.ts';

let test: TestApp;
let scene: Scene;
beforeAll(async () => {
  test = await startTestApp();
  scene = await makeScene(test);
});
afterAll(() => test.close());

/** Each is allowed by some schema, and too much for some column, clock or calendar. */
const oddTimes = [
  '0000-01-01',
  '0001-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31',
  '2099-12-31',
  '2000-01-01',
  '+010000-01-01T00:00:00Z',
  '-271821-04-20T00:00:00Z',
];
const oddNumbers = [
  0,
  -1,
  0.5,
  1_000_000_000,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  -(2 ** 53 - 1),
  2 ** 53,
  1e21,
  1e308,
  9999,
  10_000,
  2026,
];
const oddIds = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF',
  '{01890000-0000-7000-8000-000000000000}',
  '..',
  '%2e%2e',
  '0',
];
const cursors = [
  '999999999999999',
  '9999999999999999 00000000-0000-0000-0000-000000000000',
  '0 ffffffff-ffff-ffff-ffff-ffffffffffff',
  '9999-12-31T23:59:59.999Z',
].map((text) => Buffer.from(text).toString('base64url'));
const oddZones = ['+23:59', '-23:59', '+14:00', 'Etc/GMT+12', 'Pacific/Apia', 'Pacific/Kiritimati'];
const odd = [...oddTimes, ...oddNumbers, ...oddIds, ...cursors, ...oddZones];

type Sent = { path: Record<string, unknown>; query: Record<string, unknown>; body: unknown };

/** Bodies that the route table doesn't have. */
const otherBodies: Record<string, (ids: Scene['things']['user']) => object> = {
  'POST /api/threads/failures': ({ thread }) => ({
    action: 'restore',
    threadIds: [thread],
    at: '2026-11-21T00:00:00Z',
  }),
  'POST /api/views': () => ({
    name: 'Odd',
    isShared: false,
    filters: { from: '2026-11-21', to: '2026-11-22', timeZone: 'UTC', state: 'failed' },
  }),
};

/** Each field of a valid request in turn. */
function* listOddRequests({ call, parameters, body }: Operation, row: Row): Generator<Sent> {
  const valid = aValidRequest(row);
  for (const { in: place, name } of parameters) {
    for (const value of odd) yield { ...valid, [place]: { ...valid[place], [name]: value } };
  }
  const bodies = [valid.body, otherBodies[call]?.(scene.things.user)];
  for (const each of body?.contentType === 'application/json' ? bodies : []) {
    for (const changed of each ? listOddBodies(each as object, body?.schema ?? {}) : []) {
      yield { ...valid, body: changed };
    }
  }
}

function* listOddBodies(valid: object, schema: Schema): Generator<object> {
  for (const [name, field] of fieldsOf(schema)) {
    for (const value of odd) {
      yield { ...valid, [name]: field.type === 'array' ? [value] : value };
    }
    const inner = (valid as Record<string, object>)[name] ?? {};
    for (const changed of listOddBodies(inner, field)) yield { ...valid, [name]: changed };
  }
}

function fieldsOf({ properties = {}, anyOf = [], allOf = [] }: Schema): [string, Schema][] {
  return [...Object.entries(properties), ...[...anyOf, ...allOf].flatMap(fieldsOf)];
}

const perPerson = 150;
let sent = 0;
const counts = new Map<number, number>();
let token: string | null = null;

async function send({ method, path }: Operation, { path: ids, query, body }: Sent) {
  // Limits have their own tests.
  if (sent++ % perPerson === 0 || token === null) {
    if (sent > 1) scene = await makeScene(test);
    token = await aToken(test, scene.people.admin);
  }
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(ids[name])));
  const search = new URLSearchParams(query as Record<string, string>);
  const { statusCode, body: text } = await test.app.inject({
    method,
    url: `${url}?${search}`,
    remoteAddress: `10.1.${(sent >> 8) & 255}.${sent & 255}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && method !== 'GET' && { payload: body as object }),
  });
  if (statusCode === 401) token = null;
  return { status: statusCode, text };
}

function aValidRequest({ ids = {}, query, body }: Row): Sent {
  const named = Object.fromEntries(
    Object.entries(ids).map(([name, kind]) => [name, scene.things.user[kind]]),
  );
  const given = body?.(named);
  return { path: named, query: { ...query }, body: given instanceof FormData ? undefined : given };
}

it('no date, number or id of a request is a failure of ours', async () => {
  const failed: string[] = [];
  for (const operation of await listOperations(test)) {
    const row = routeTable[operation.call] as Row;
    if (operation.path === '/api/events') continue;
    for (const request of listOddRequests(operation, row)) {
      const { status, text } = await send(operation, request);
      counts.set(status, (counts.get(status) ?? 0) + 1);
      if (status === 500) failed.push(`${operation.call} ${JSON.stringify(request)}: ${text}`);
    }
  }
  expect(counts.get(200), 'few got in').toBeGreaterThan(300);
  expect(failed).toEqual([]);
}, 600_000);
