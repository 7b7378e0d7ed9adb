import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs } from '#test/api-client.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { digestTables } from './digest-tables.ts';
import { fillPath, listOperations } from './operations.ts';
import { privateThings, type Row, routeTable } from './route-table.ts';
import { aToken, makeScene, type Scene, type Things } from './scene.ts';

let test: TestApp;
let scene: Scene;
beforeAll(async () => {
  test = await startTestApp();
  scene = await makeScene(test);
});
afterAll(() => test.close());

type Caller = 'visitor' | 'user' | 'other' | 'agent' | 'admin';
const callers: Caller[] = ['visitor', 'user', 'other', 'agent', 'admin'];
const isStaff = (caller: Caller) => caller === 'agent' || caller === 'admin';
/** `mixed`, `lost`: the first id is the user's, the others another person's, or unknown. */
type Ids = 'none' | 'user' | 'other' | 'mixed' | 'lost' | 'unknown';
type Cell = { call: string; row: Row; caller: Caller; ids: Ids };

const cells: Cell[] = Object.entries(routeTable).flatMap(([call, row]) =>
  callers.flatMap((caller) => listIds(row).map((ids) => ({ call, row, caller, ids }))),
);

function listIds({ ids = {} }: Row): Ids[] {
  const [first, ...others] = Object.values(ids);
  if (!first) return ['none'];
  const isMixed = others.some((kind) => kind in privateThings);
  return [
    ...(['user', 'other', 'unknown'] as const),
    ...(isMixed ? (['mixed'] as const) : []),
    ...(others.length > 0 ? (['lost'] as const) : []),
  ];
}

/** Null for an allowed caller. */
function findRefusal({ row, caller, ids }: Cell): number | null {
  if (row.for !== 'everyone' && caller === 'visitor') return 401;
  if (row.for === 'admins' && caller !== 'admin') return 403;
  if (row.for === 'staff' && !isStaff(caller)) return 403;
  if (row.for === 'payers' && caller === 'agent') return 403;
  if (ids === 'unknown') return row.refusesUnknownWith ?? 404;
  if (ids === 'mixed' || ids === 'lost') return 404;
  const isSeen = Object.values(row.ids ?? {}).every((kind) => {
    const readers = privateThings[kind];
    return !readers || caller === ids || (isStaff(caller) && readers === 'owner and staff');
  });
  return isSeen ? null : 404;
}

const describeCell = ({ call, caller, ids }: Cell) => `${call} by ${caller}, ids: ${ids}`;

async function send({
  call,
  row,
  caller,
  ids,
}: Omit<Cell, 'caller'> & { caller: keyof Scene['people'] | 'visitor' }) {
  const token = caller === 'visitor' ? null : await aToken(test, scene.people[caller]);
  const [method, path] = call.split(' ') as ['GET', string];
  const named = pickIds(row.ids ?? {}, ids);
  const url = fillPath(path, named);
  if (path === '/api/events') return openStream(url, token);
  // A path without parameters has its ids in the query.
  const asked = { ...row.query, ...(url === path && named) };
  const query = method === 'GET' ? `?${new URLSearchParams(asked)}` : '';
  const { status, text } = await callAs(test, token)(method, url + query, row.body?.(named));
  return { status, text };
}

function pickIds(kinds: Record<string, keyof Things>, ids: Ids): Record<string, string> {
  const { user, other, unknown } = scene.things;
  const [first, others] = {
    none: [user, user],
    user: [user, user],
    other: [other, other],
    mixed: [user, other],
    lost: [user, unknown],
    unknown: [unknown, unknown],
  }[ids] as [Things, Things];
  const entries = Object.entries(kinds).map(([name, kind], index) => [
    name,
    (index === 0 ? first : others)[kind],
  ]);
  return Object.fromEntries(entries);
}

async function openStream(url: string, token: string | null) {
  const hangup = new AbortController();
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const { signal } = hangup;
  const reply = await fetch(test.runtime.config.publicUrl + url, { headers, signal });
  const text = reply.ok ? '' : await reply.text();
  hangup.abort();
  return { status: reply.status, text };
}

it('every route has a row, and every row a route', async () => {
  const routes = (await listOperations(test)).map(({ call }) => call);
  expect(Object.keys(routeTable).sort()).toEqual(routes.sort());
});

it('the routes that OpenAPI calls public are those that the table opens to everyone', async () => {
  const open = (await listOperations(test)).filter(({ isPublic }) => isPublic);
  const given = Object.entries(routeTable).filter(([, row]) => row.for === 'everyone');
  expect(open.map(({ call }) => call).sort()).toEqual(given.map(([call]) => call).sort());
});

it("refuses callers without access, changes nothing, and hides other people's things", async () => {
  const before = await digestTables(test);
  const wrong: string[] = [];
  const answers = new Map<string, string>();
  for (const cell of cells) {
    const refusal = findRefusal(cell);
    if (refusal === null) continue;
    const { status, text } = await send(cell);
    if (status !== refusal) wrong.push(`${status}: ${describeCell(cell)}`);
    // Another person's things must look as if they didn't exist.
    const isPartlyTheirs = cell.ids === 'mixed' || cell.ids === 'lost';
    const alike = `${cell.call} ${cell.caller} ${isPartlyTheirs}`;
    if ((answers.get(alike) ?? text) !== text) wrong.push(`told apart: ${describeCell(cell)}`);
    answers.set(alike, text);
  }
  expect(wrong).toEqual([]);
  expect(await digestTables(test)).toEqual(before);
});

it('takes no token whose session has ended, and none that was made up', async () => {
  const ended = await aToken(test, scene.people.user);
  await callAs(test, ended)('POST', '/api/auth/logout');
  for (const [operation, row] of Object.entries(routeTable)) {
    if (row.for === 'everyone') continue;
    const [method, path] = operation.split(' ') as ['GET', string];
    const url = fillPath(path, pickIds(row.ids ?? {}, 'user'));
    for (const token of [ended, 'not-a-token-of-anyone']) {
      const { status, text } = await callAs(test, token)(method, url);
      const wanted = [401, 'Please log in to access this page.'];
      expect([status, JSON.parse(text).message], operation).toEqual(wanted);
    }
  }
});

it('refuses before it looks at the request, and says what access it takes', async () => {
  const call = callAs(test, await aToken(test, scene.people.user));
  const told = new Map<string, string>();
  for (const [operation, row] of Object.entries(routeTable)) {
    if (row.for !== 'admins' && row.for !== 'staff') continue;
    const [method, path] = operation.split(' ') as ['GET', string];
    const url = fillPath(path, pickIds(row.ids ?? {}, 'user'));
    const { status, text } = await call(method, url, method === 'GET' ? undefined : {});
    expect(status, operation).toBe(403);
    told.set(operation, JSON.parse(text).message);
  }
  expect(Object.fromEntries(told)).toMatchObject({
    'POST /api/providers': 'You need admin access to manage AI providers.',
    'POST /api/experts': 'You need admin access to manage experts.',
    'POST /api/test-message': 'You need admin access to test experts.',
    'GET /api/analytics': 'You need admin access to see analytics.',
    'GET /api/people': 'You need admin access to see people.',
  });
});

describe('lets in callers with access', () => {
  it.each(Object.entries(routeTable))('%s', async (call, { answers = 200 }) => {
    const permitted = cells.filter((cell) => cell.call === call && findRefusal(cell) === null);
    expect(permitted).not.toEqual([]);
    for (const cell of permitted) {
      const { status, text } = await send(cell);
      expect(status, `${describeCell(cell)}: ${text}`).toBeOneOf([answers].flat());
    }
  });
});

const forAdmins = cells.filter((cell) => cell.caller === 'admin' && findRefusal(cell) === null);

it('asks an admin with a second factor for a code before keys, money and ways in are changed', async () => {
  const asked = new Set<string>();
  for (const cell of forAdmins) {
    const { status, text } = await send({ ...cell, caller: 'careful' });
    if (status === 403 && JSON.parse(text).need === 'code') asked.add(cell.call);
  }
  const wanted = Object.entries(routeTable).filter(([, row]) => row.needsCode);
  expect([...asked].sort()).toEqual(wanted.map(([call]) => call).sort());
});

it('lets an admin without the required second factor only set it up', async () => {
  test.runtime.config.requireAdmin2fa = true;
  const open = new Set<string>();
  for (const cell of forAdmins.filter(({ row }) => row.for !== 'everyone')) {
    const { status, text } = await send(cell);
    const isStopped = status === 403 && JSON.parse(text).need === 'second-factor';
    if (!isStopped) open.add(cell.call);
  }
  test.runtime.config.requireAdmin2fa = false;
  const wanted = Object.entries(routeTable).filter(([, row]) => row.isForSetUp);
  expect([...open].sort()).toEqual(wanted.map(([call]) => call).sort());
});
