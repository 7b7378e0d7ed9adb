import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { listOperations } from './operations.ts';
import { type Row, routeTable } from './route-table.ts';
import { aToken, makeScene, type Scene } from './scene.ts';

let test: TestApp;
let scene: Scene;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Leaf = (value: Json, name: string) => Json | undefined;

function mapLeaves(value: Json, change: Leaf, name = ''): Json | undefined {
  if (Array.isArray(value)) {
    const list = change(value, name);
    return Array.isArray(list) ? list.map((each) => mapLeaves(each, change, name) ?? null) : list;
  }
  if (value === null || typeof value !== 'object') return change(value, name);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const changed = mapLeaves(each, change, key);
      return changed === undefined ? [] : [[key, changed]];
    }),
  );
}

const onText = (make: (text: string) => string) => (text: string) => make(text);
const onLeaves = (change: Leaf) =>
  onText((text) => {
    try {
      return JSON.stringify(mapLeaves(JSON.parse(text), change)) ?? 'null';
    } catch {
      return text;
    }
  });
const numbers = (to: number) => onLeaves((value) => (typeof value === 'number' ? to : value));
const strings = (to: Json | undefined) =>
  onLeaves((value) => (typeof value === 'string' ? to : value));

/** Of a vendor that answers 200. */
const oddAnswers: Record<string, (text: string) => string> = {
  nothing: () => '',
  null: () => 'null',
  'a bare text': () => '"hello"',
  'a bare number': () => '7',
  'a bare yes': () => 'true',
  'an empty list': () => '[]',
  'an empty object': () => '{}',
  'a page': () => '<!doctype html><title>Sign in</title>',
  'half an answer': onText((text) => text.slice(0, text.length / 2)),
  'no lists': onLeaves((value) => (Array.isArray(value) ? null : value)),
  'empty lists': onLeaves((value) => (Array.isArray(value) ? [] : value)),
  'empty lists that never end': onLeaves((value, name) =>
    Array.isArray(value) ? [] : name === 'has_more' ? true : value,
  ),
  'lists of null': onLeaves((value) => (Array.isArray(value) ? [null] : value)),
  'lists that never end': onLeaves((value, name) => (name === 'has_more' ? true : value)),
  'times after 9999': numbers(253_402_300_800),
  'times that no clock knows': numbers(8.64e15),
  'numbers beyond 32 bits': numbers(2 ** 31),
  'numbers beyond 64 bits': numbers(1e20),
  'negative numbers': numbers(-1),
  fractions: numbers(0.5),
  'numbers as text': onLeaves((value) => (typeof value === 'number' ? String(value) : value)),
  'empty texts': strings(''),
  'other texts': strings('x y/../z?#'),
  'texts that are null': strings(null),
  'no texts': strings(undefined),
  'texts as numbers': strings(7),
};

const callers = ['user', 'admin'] as const;

/** That wait for a vendor. */
const calls = [
  'POST /api/subscription/create-checkout-session',
  'POST /api/subscription/create-portal-session',
  'GET /api/stripe/session/{sessionId}',
  'GET /api/subscription/receipts/{entryId}',
  'GET /api/users/{id}/receipts/{entryId}',
  'GET /api/providers/{id}/models',
  'POST /api/providers/test',
  'POST /api/test-message',
  'GET /api/experts/{id}/checklist',
  'PUT /api/experts/{id}/webhook',
];

/** With what a vendor's answers become. */
async function callAllRoutes(change: (text: string) => string): Promise<string[]> {
  const { fetch: call, config } = test.runtime;
  let changed = 0;
  const failed: string[] = [];
  for (const { call: name, method, path } of await listOperations(test)) {
    if (!calls.includes(name)) continue;
    for (const caller of callers) {
      test.runtime.fetch = call;
      const { ids = {}, query, body } = routeTable[name] as Row;
      const named = Object.fromEntries(
        Object.entries(ids).map(([key, kind]) => [key, scene.things.user[kind]]),
      );
      const payload = body?.(named);
      if (payload instanceof FormData) continue;
      const token = await aToken(test, scene.people[caller]);
      test.runtime.fetch = async (input, init) => {
        const answer = await call(input, init);
        changed++;
        const { status } = answer;
        const type = answer.headers.get('content-type') ?? 'application/json';
        const text = change(await answer.text());
        return new Response(text, { status, headers: { 'content-type': type } });
      };
      const url = path.replaceAll(/\{(\w+)\}/g, (_, key) => encodeURIComponent(named[key] ?? ''));
      const { statusCode, body: text } = await test.app.inject({
        method,
        url: `${url}?${new URLSearchParams(method === 'GET' ? { ...query, ...named } : {})}`,
        headers: { authorization: `Bearer ${token}` },
        ...(payload && method !== 'GET' && { payload }),
      });
      if (statusCode === 500) failed.push(`${name} by ${caller}: ${text}`);
    }
  }
  test.runtime.fetch = call;
  expect(changed, `calls to vendors, ${config.publicUrl}`).toBeGreaterThan(5);
  return failed;
}

it.each(Object.entries(oddAnswers))(
  'no answer of a vendor is a failure of ours: %s',
  async (_, change) => {
    scene = await makeScene(test);
    expect(await callAllRoutes(change)).toEqual([]);
  },
  20_000,
);
