import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Which rooms of server/ each may import, itself and the loose files (config, errors, runtime) aside. A room stands below
 * those that import it, so no two import each other, by no detour either.
 */
const rooms: Record<string, string[]> = {
  outside: [],
  channels: ['outside'],
  ai: ['outside'],
  db: ['channels', 'outside'],
  jobs: ['db', 'outside'],
  access: ['db', 'outside'],
  http: ['access', 'db', 'outside'],
  messages: ['channels', 'db', 'jobs'],
  experts: ['access', 'ai', 'channels', 'db', 'http', 'messages', 'outside'],
  billing: ['access', 'db', 'experts', 'http', 'jobs', 'outside'],
  people: ['access', 'billing', 'channels', 'db', 'experts', 'http', 'jobs', 'messages', 'outside'],
  journey: [
    ...['access', 'ai', 'billing', 'channels', 'db', 'experts', 'http', 'jobs', 'messages'],
    ...['outside', 'people'],
  ],
  desk: ['access', 'ai', 'channels', 'db', 'experts', 'http', 'journey', 'messages', 'outside'],
  operations: [
    ...['access', 'ai', 'billing', 'channels', 'db', 'desk', 'experts', 'http', 'jobs', 'journey'],
    ...['messages', 'outside', 'people'],
  ],
  commands: [
    ...['access', 'billing', 'channels', 'db', 'desk', 'experts', 'http', 'jobs', 'journey'],
    ...['messages', 'operations', 'outside', 'people'],
  ],
};

const root = join(import.meta.dirname, '..');
const specifiers = /(?:from|import)\s*\(?\s*'((?:#|\.{1,2}\/)[^']+)'/g;

function roomOf(path: string): string | null {
  return /^server\/([^/]+)\/./.exec(path)?.[1] ?? null;
}

function listImports(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8');
  return Array.from(source.matchAll(specifiers), ([, name = '']) =>
    name.startsWith('#') ? name.slice(1) : join(path, '..', name),
  );
}

const files = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
const crossings = files.flatMap((path) =>
  listImports(path).flatMap((to) => {
    const [from, into] = [roomOf(path), roomOf(to)];
    return from && into && from !== into ? [{ path, from, into }] : [];
  }),
);

it('each room of the server imports only those below it', () => {
  const order = Object.keys(rooms);
  for (const [room, below] of Object.entries(rooms)) {
    const isBelow = (other: string) => order.indexOf(other) < order.indexOf(room);
    expect(
      below.filter((other) => !isBelow(other)),
      room,
    ).toEqual([]);
  }
  const forbidden = crossings.filter(({ from, into }) => !rooms[from]?.includes(into));
  expect(forbidden).toEqual([]);
});

it('names no crossing that is not used, and every room', () => {
  const used = new Set(crossings.map(({ from, into }) => `${from} → ${into}`));
  const named = Object.entries(rooms).flatMap(([from, all]) =>
    all.map((into) => `${from} → ${into}`),
  );
  expect(named.filter((crossing) => !used.has(crossing))).toEqual([]);
  const found = new Set(files.map(roomOf).filter((room) => room !== null));
  expect([...found].sort()).toEqual(Object.keys(rooms).sort());
});

it('few files stand outside a room', () => {
  const loose = files.filter((path) => roomOf(path) === null);
  expect(loose.sort()).toEqual(
    ['app', 'config', 'errors', 'main', 'runtime'].map((name) => `server/${name}.ts`),
  );
});

it('safety/ imports nothing of ours but shared/', () => {
  const foreign = globSync('safety/**/*.ts', { cwd: root })
    .flatMap((path) => listImports(path).map((to) => ({ path, to })))
    .filter(({ path, to }) => !/^(safety|shared)\//.test(to) && !path.endsWith('.test.ts'));
  expect(foreign).toEqual([]);
});
