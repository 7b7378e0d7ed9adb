import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ExpertRow, users } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aNamedUser, findInDatabase } from '#test/erasure.ts';
import { anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let admin: Awaited<ReturnType<typeof signIn>>;
let agent: Awaited<ReturnType<typeof signIn>>;
let { text, received } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  admin = await signIn(test, { ...asAdmin, firstName: 'Grace', lastName: 'Hopper' });
  agent = await signIn(test, { role: 'AGENT', phoneNumber: null });
  ({ text, received } = createTexter(test, expert));
});
afterAll(() => test.close());

const secret = 'A pangolin keeper, and easily upset';

async function aNotedPerson() {
  const person = await aNamedUser(test, expert);
  await text(person.phone, 'What is 1 + 1?');
  await test.runUntilIdle();
  const path = `/api/threads/${person.thread.id}`;
  const { status, body } = await admin.call('POST', `${path}/notes`, { body: `  ${secret} ` });
  expect(status).toBe(200);
  return { ...person, path, note: body.note };
}

it('a note stands beside the messages for all staff, with its writer', async () => {
  const { path, note } = await aNotedPerson();
  expect(note).toMatchObject({
    body: secret,
    author: { id: admin.user.id, name: 'Grace Hopper' },
  });
  expect((await agent.call('GET', `${path}/notes`)).body.notes).toEqual([note]);
  expect((await agent.call('GET', `${path}/messages`)).body.notes).toEqual([note]);
});

it('a note is refused when it is blank or too long', async () => {
  const { path } = await aNotedPerson();
  const refuse = async (body: string) =>
    (await admin.call('POST', `${path}/notes`, { body })).body.message;
  expect(await refuse(' ')).toBe('body: Note is required');
  expect(await refuse('x'.repeat(4001))).toBe('body: Note must not exceed 4000 characters');
});

it('a note reaches neither the person nor the model', async () => {
  const person = await aNotedPerson();
  const asked: string[] = [];
  const { fetch: call } = test.runtime;
  test.runtime.fetch = async (url, init) => {
    asked.push(String(init?.body));
    return call(url, init);
  };
  await text(person.phone, 'What is 2 + 2?');
  await test.runUntilIdle();
  test.runtime.fetch = call;
  expect(asked.join()).toContain('What is 2 + 2?');
  expect(asked.join()).not.toContain('pangolin');
  expect(received(person.phone).join()).not.toContain('pangolin');
  const shown = await person.call('GET', `${person.path}/messages`);
  expect(shown.body.notes).toBeUndefined();
  expect(shown.text).not.toContain('pangolin');
  expect((await person.call('GET', '/api/search?q=pangolin')).body.notes).toEqual([]);
  expect((await person.call('GET', '/api/account/export')).text).not.toContain('pangolin');
});

it('a note is found by its words, after the message that it follows', async () => {
  const { path, thread, note } = await aNotedPerson();
  const { body } = await admin.call('GET', '/api/search?q=pángolin kee');
  expect(body.notes[0]).toMatchObject({
    noteId: note.id,
    threadId: thread.id,
    messageId: (await admin.call('GET', `${path}/messages`)).body.messages[0].id,
    authorName: 'Grace Hopper',
    snippet: secret,
    matches: [
      { start: 2, end: 10 },
      { start: 11, end: 17 },
    ],
  });
  const findOn = async (days: string) =>
    (await admin.call('GET', `/api/search?q=pangolin&${days}`)).body.notes.map(
      ({ noteId }: { noteId: string }) => noteId,
    );
  const day = note.createdAt.slice(0, 10);
  expect(await findOn(`from=${day}&to=${day}`)).toContain(note.id);
  expect(await findOn('to=2000-01-01')).toEqual([]);
  expect(await findOn('from=2099-01-01')).toEqual([]);
});

it('a note is deleted by an admin, once', async () => {
  const { path, note } = await aNotedPerson();
  expect((await admin.call('DELETE', `${path}/notes/${note.id}`)).status).toBe(200);
  expect((await admin.call('DELETE', `${path}/notes/${note.id}`)).status).toBe(404);
  expect((await admin.call('GET', `${path}/notes`)).body.notes).toEqual([]);
});

it("an agent deletes agents' notes, but neither an admin's nor those of people who have left", async () => {
  const { path, note } = await aNotedPerson();
  const colleague = await signIn(test, { role: 'AGENT', phoneNumber: null });
  const write = async (who: typeof agent) =>
    (await who.call('POST', `${path}/notes`, { body: 'Calls back' })).body.note;
  const remove = async ({ id }: { id: string }) =>
    (await agent.call('DELETE', `${path}/notes/${id}`)).status;
  const left = await write(colleague);
  expect([await remove(await write(agent)), await remove(await write(colleague))]).toEqual([
    200, 200,
  ]);
  const { db } = test.runtime;
  await db.update(users).set({ role: 'USER' }).where(eq(users.id, colleague.user.id));
  const refused = await agent.call('DELETE', `${path}/notes/${note.id}`);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'You need admin access to delete this note.',
  ]);
  expect(await remove(left)).toBe(403);
  const kept = (await agent.call('GET', `${path}/notes`)).body.notes;
  expect(kept.map(({ id }: { id: string }) => id)).toEqual([note.id, left.id]);
});

it('a note is erased with its person', async () => {
  const { path, leave, note } = await aNotedPerson();
  const unique = `Quokka ${note.id}`;
  await admin.call('POST', `${path}/notes`, { body: unique });
  expect(await findInDatabase(test, [unique])).not.toEqual([]);
  await leave();
  expect(await findInDatabase(test, [unique, note.id])).toEqual([]);
  expect((await admin.call('POST', `${path}/notes`, { body: 'Too late' })).status).toBe(404);
});
