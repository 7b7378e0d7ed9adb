import Fastify, { type FastifyRequest } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Role } from '#shared/roles.ts';
import { limitReads } from './limit-reads.ts';

/** Each request runs until it is let go. */
function start(role: Role) {
  const app = Fastify();
  onTestFinished(() => app.close());
  limitReads(app, ({ headers }) => ({ id: String(headers['x-user']), role }));
  const running: { user: unknown; end: () => void }[] = [];
  const run = ({ headers }: FastifyRequest) =>
    new Promise<string>((resolve) =>
      running.push({ user: headers['x-user'], end: () => resolve('ok') }),
    );
  app.get('/', run);
  app.get('/slow', { config: { waitsOutside: true } }, run);
  const ask = (user: string, count: number, url = '/', method: 'GET' | 'HEAD' = 'GET') =>
    Array.from({ length: count }, () => app.inject({ method, url, headers: { 'x-user': user } }));
  const count = (user: string) => running.filter((one) => one.user === user).length;
  const endAll = async (asked: Promise<unknown>[]) => {
    const timer = setInterval(() => {
      for (const { end } of running.splice(0)) end();
    }, 1);
    return Promise.all(asked).finally(() => clearInterval(timer));
  };
  return { ask, count, endAll };
}

it('lets an account read six things at once, sixty wait, and refuses more', async () => {
  const { ask, count, endAll } = start('USER');
  const asked = ask('mallory', 100);
  const answers = Promise.all(asked.map((one) => one.then(({ statusCode }) => statusCode)));
  await vi.waitFor(() => expect(count('mallory')).toBe(6));
  const other = ask('mia', 1);
  await vi.waitFor(() => expect(count('mia')).toBe(1));
  await endAll([...asked, ...other]);
  const statuses = await answers;
  expect(statuses.filter((status) => status === 200)).toHaveLength(66);
  expect(statuses.filter((status) => status === 429)).toHaveLength(34);
});

it('counts a HEAD, which reads as much, as a GET', async () => {
  const { ask, count, endAll } = start('USER');
  const asked = [...ask('mallory', 20, '/', 'HEAD'), ...ask('mallory', 20)];
  const other = ask('mia', 1, '/', 'HEAD');
  await vi.waitFor(() => expect(count('mia')).toBe(1));
  expect(count('mallory')).toBe(6);
  await endAll([...asked, ...other]);
});

it('lets no slow service hold up what all people read', async () => {
  const { ask, count, endAll } = start('USER');
  const slow = ['a', 'b', 'c'].flatMap((user) => ask(user, 5, '/slow'));
  await vi.waitFor(() => expect(count('a') + count('b') + count('c')).toBe(15));
  const other = ask('mia', 1);
  await vi.waitFor(() => expect(count('mia')).toBe(1));
  await endAll([...slow, ...other]);
});

it('keeps ten at once to all people, and lets the staff by', async () => {
  const people = start('USER');
  const asked = ['a', 'b', 'c'].flatMap((user) => people.ask(user, 5));
  const running = () => ['a', 'b', 'c'].reduce((sum, user) => sum + people.count(user), 0);
  await vi.waitFor(() => expect(running()).toBe(10));
  await people.endAll(asked);
  const staff = start('AGENT');
  const theirs = ['a', 'b', 'c'].flatMap((user) => staff.ask(user, 5));
  await vi.waitFor(() => expect(staff.count('a') + staff.count('b') + staff.count('c')).toBe(15));
  await staff.endAll(theirs);
});
