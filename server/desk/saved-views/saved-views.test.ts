import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ExpertRow, savedViews, threads } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

type Call = Awaited<ReturnType<typeof signIn>>['call'];
let test: TestApp;
let expert: ExpertRow;
let [admin, agent, other] = [] as unknown as [Call, Call, Call];
beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  admin = (await signIn(test, asAdmin)).call;
  agent = (await signIn(test, { role: 'AGENT', phoneNumber: null })).call;
  other = (await signIn(test, { role: 'AGENT', phoneNumber: null })).call;
});
afterAll(() => test.close());

const path = '/api/views';
const resolved = { state: 'resolved' };
const save = (call: Call, name: string, { isShared = false, filters = resolved as object } = {}) =>
  call('POST', path, { name, isShared, filters });
const list = async (call: Call) => (await call('GET', path)).body.views;
const namesFor = async (call: Call) => (await list(call)).map(({ name }: { name: string }) => name);

it('a view is shown by name to its owner, a shared one to the whole team', async () => {
  await save(agent, 'my done');
  await save(admin, 'Done', { isShared: true });
  expect(await namesFor(agent)).toEqual(['Done', 'my done']);
  expect(await namesFor(other)).toEqual(['Done']);
  expect(await namesFor(admin)).toEqual(['Done']);
});

it('a view counts its conversations, as its list would show them, to 100', async () => {
  const { db, clock } = test.runtime;
  const { thread } = await aConnectedUser(test, expert);
  await db.update(threads).set({ resolvedAt: clock.now() }).where(eq(threads.id, thread.id));
  const filters = { state: 'resolved', expertId: expert.id, from: '2020-01-01' };
  await save(other, 'With a message', { filters });
  await save(other, 'Of this expert', { filters: { expertId: expert.id } });
  await save(other, 'A search', { filters: { q: 'fractions', expertId: expert.id } });
  const counts = async () =>
    Object.fromEntries(
      (await list(other)).map(({ name, count }: { name: string; count: number }) => [name, count]),
    );
  expect(await counts()).toMatchObject({
    'With a message': 0,
    'Of this expert': 1,
    'A search': null,
  });
  const strangers = Array.from({ length: 120 }, (_, index) => ({
    expertId: expert.id,
    handle: `+1202556${String(index).padStart(4, '0')}`,
  }));
  await db.insert(threads).values(strangers);
  expect(await counts()).toMatchObject({ 'Of this expert': 100 });
});

it('a view that can no longer be read is left out of the menu', async () => {
  const { id } = (await save(other, 'Of old')).body.view;
  const filters = { state: 'archived' } as object;
  await test.runtime.db.update(savedViews).set({ filters }).where(eq(savedViews.id, id));
  expect(await namesFor(other)).not.toContain('Of old');
});

it('a view is renamed and deleted by its owner, a shared one by admins', async () => {
  const mine = (await save(agent, 'Renamed')).body.view.id;
  const shared = (await save(admin, 'Shared', { isShared: true })).body.view.id;
  const rename = (call: Call, id: string) => call('PUT', `${path}/${id}`, { name: 'Called so' });
  expect((await rename(agent, mine)).body.view).toMatchObject({ id: mine, name: 'Called so' });
  expect((await rename(admin, mine)).status).toBe(404);
  expect((await rename(agent, shared)).status).toBe(403);
  expect((await rename(admin, shared)).body.view.name).toBe('Called so');
  expect((await agent('DELETE', `${path}/${shared}`)).status).toBe(403);
  expect((await other('DELETE', `${path}/${mine}`)).status).toBe(404);
  expect((await admin('DELETE', `${path}/${shared}`)).status).toBe(200);
  expect((await agent('DELETE', `${path}/${mine}`)).status).toBe(200);
  expect(await namesFor(agent)).not.toContain('Called so');
});

it('a view needs a name of its own, a filter, and an admin to be shared', async () => {
  await save(agent, 'Twice');
  expect((await save(agent, 'TWICE')).body.message).toBe('A view with this name already exists');
  expect((await save(other, 'Twice')).status).toBe(200);
  expect((await save(agent, 'Ours', { isShared: true })).status).toBe(403);
  const refuse = async (filters: object) => (await save(agent, 'Bad', { filters })).body.message;
  expect(await refuse({})).toBe('filters: A view needs a filter or a search');
  expect(await refuse({ state: 'late' })).toContain('state must be one of');
  expect(await refuse({ labelled: 'red' })).toContain('labelled must be a valid id');
  expect(await refuse({ from: '2026-03-02', to: '2026-03-01' })).toContain('The last day must not');
});

it('at most 50 are kept of each', async () => {
  const { call } = await signIn(test, { role: 'AGENT', phoneNumber: null });
  for (let made = 0; made < 50; made++) await save(call, `View ${made}`);
  expect((await save(call, 'One more')).body.message).toBe(
    'There are 50 views already. Delete one first.',
  );
});
