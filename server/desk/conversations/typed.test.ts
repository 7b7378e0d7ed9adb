import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { users } from '#server/db/schema.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aNamedUser, findInDatabase, password } from '#test/erasure.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
let expert: Awaited<ReturnType<typeof anExpert>>;
let ana: Awaited<ReturnType<typeof signIn>>;
let ben: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ana = await signIn(test, asAdmin);
  ben = await signIn(test, { role: 'AGENT', phoneNumber: null });
});
afterAll(() => test.close());

type Staff = typeof ana;

async function aConversation() {
  const { user, thread } = await aConnectedUser(test, expert);
  const url = `/api/threads/${thread.id}`;
  const type = (body: string, basedOn: string | null = null, by: Staff = ana) =>
    by.call('PUT', `${url}/typed`, { body, basedOn });
  const read = async (by: Pick<Staff, 'call'> = ana) => {
    const { thread } = (await by.call('GET', `${url}/messages`)).body;
    return thread.typed;
  };
  const send = (body: string, by: Staff = ana) => by.call('POST', `${url}/messages`, { body });
  const token = await createToken(test.runtime.db, user.id, test.runtime.clock.now());
  const person = { call: callAs(test, token) };
  return { thread, url, type, read, send, person };
}

describe('what a team member has typed and not sent', () => {
  it('comes back to its writer, in the conversation and in the list, and to no one else', async () => {
    const { thread, url, type, read, person } = await aConversation();
    const { status, body } = await type('Half a thought');
    expect(status).toBe(200);
    expect(body.typed).toMatchObject({ body: 'Half a thought' });
    expect(await read()).toEqual(body.typed);
    const list = (await ana.call('GET', '/api/threads?limit=200')).body.threads;
    const row = list.find(({ id }: { id: string }) => id === thread.id);
    expect(row.typed).toEqual(body.typed);
    expect(await read(ben)).toBeNull();
    expect(await read(person)).toBeNull();
    const refused = await person.call('PUT', `${url}/typed`, { body: 'Mine', basedOn: null });
    expect(refused.status).toBe(403);
  });

  it('is not overwritten by a page that knows an older one, and that page is told the newer', async () => {
    const { type, read } = await aConversation();
    const first = (await type('One')).body.typed;
    const second = (await type('Two', first.revision)).body.typed;
    for (const basedOn of [first.revision, null, randomUUID()]) {
      const late = await type('Older', basedOn);
      expect([late.status, late.body.current]).toEqual([409, { typed: second }]);
    }
    expect((await type(' \n', first.revision)).status).toBe(409);
    expect(await read()).toEqual(second);
    expect((await type(' \n', second.revision)).body.typed).toBeNull();
    expect((await type('Older', second.revision)).body.current).toEqual({ typed: null });
    expect(await read()).toBeNull();
  });

  it('is gone once it is sent, also where its end was not saved, but not by other words', async () => {
    const { type, read, send } = await aConversation();
    await type('Hello Mi');
    await send('Something else');
    expect(await read()).toMatchObject({ body: 'Hello Mi' });
    await type('Ben writes', null, ben);
    await send('Hello Mia.');
    expect(await read()).toBeNull();
    expect(await read(ben)).toMatchObject({ body: 'Ben writes' });
  });

  it('has a limit', async () => {
    const { type } = await aConversation();
    const { status, body } = await type('x'.repeat(4_001));
    expect([status, body.message]).toEqual([
      400,
      'body: What is typed has at most 4000 characters',
    ]);
    expect((await type('x'.repeat(4_000))).status).toBe(200);
  });

  it('is erased with its person, and no export of theirs has it', async () => {
    const person = await aNamedUser(test, expert);
    const words = `Quokka ${randomUUID()}`;
    const url = `/api/threads/${person.thread.id}/typed`;
    expect((await ana.call('PUT', url, { body: words, basedOn: null })).status).toBe(200);
    const data = await person.call('GET', '/api/account/export');
    expect(data.status).toBe(200);
    expect(data.text).not.toContain('Quokka');
    expect(await findInDatabase(test, [words])).not.toEqual([]);
    await person.leave();
    expect(await findInDatabase(test, [words])).toEqual([]);
    expect((await ana.call('PUT', url, { body: words, basedOn: null })).status).toBe(404);
  });

  it('is erased with the account of its writer', async () => {
    const { thread } = await aConversation();
    const { passwordHash } = await aNamedUser(test, expert).then(({ user }) => user);
    const writer = await signIn(test, { role: 'AGENT', phoneNumber: null, passwordHash });
    const words = `Quokka ${randomUUID()}`;
    const url = `/api/threads/${thread.id}/typed`;
    expect((await writer.call('PUT', url, { body: words, basedOn: null })).status).toBe(200);
    const { db } = test.runtime;
    await db.update(users).set({ role: 'USER' }).where(eq(users.id, writer.user.id));
    const left = await writer.call('DELETE', '/api/account', { password });
    expect(left.status).toBe(200);
    expect(await findInDatabase(test, [words])).toEqual([]);
  });
});
