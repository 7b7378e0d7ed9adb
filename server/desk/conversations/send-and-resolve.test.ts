import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { type ExpertRow, optOuts } from '#server/db/schema.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { listAudit } from '#test/audit.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let admin: Awaited<ReturnType<typeof signIn>>;
let { text, received, threadOf } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  admin = await signIn(test, asAdmin);
  ({ text, received, threadOf } = createTexter(test, expert));
});
afterAll(() => test.close());

const send = (threadId: string, sendId = randomUUID(), call = admin.call) =>
  call('POST', `/api/threads/${threadId}/messages`, { body: 'All set.', sendId, resolves: true });

describe('a text that resolves its conversation', () => {
  it("is sent, and the conversation is done and the AI's again", async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    const url = `/api/threads/${thread.id}`;
    await admin.call('POST', `${url}/take`);
    await text(phone, 'Is it done?');
    await test.runUntilIdle();
    expect((await send(thread.id)).status).toBe(200);
    await test.runUntilIdle();
    expect(received(phone).at(-1)).toBe('All set.');
    expect(await threadOf(phone)).toMatchObject({ handler: 'ai', humanWantedAt: null });
    const { body } = await admin.call('GET', `${url}/messages`);
    expect(body.thread).toMatchObject({ isResolved: true, handover: null });
    const actions = (await listAudit(test, thread.id)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['thread.resolve', 'thread.take']);
  });

  it('ends the pause that it begins, also where the conversation is resolved already', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    for (const _ of ['first', 'second']) {
      expect((await send(thread.id)).status).toBe(200);
      const { handler, resolvedAt } = await threadOf(phone);
      expect([handler, resolvedAt !== null]).toEqual(['ai', true]);
    }
  });

  it('resolves nothing where it is not sent', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    const address = expert.phoneNumber as string;
    await test.runtime.db.insert(optOuts).values({ channel: 'SMS', address, handle: phone });
    expect((await send(thread.id)).status).toBe(422);
    expect((await threadOf(phone)).resolvedAt).toBeNull();
  });

  it('does not resolve again what the person has opened since', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    const sendId = randomUUID();
    await send(thread.id, sendId);
    await text(phone, 'One more thing');
    expect((await send(thread.id, sendId)).status).toBe(200);
    expect((await threadOf(phone)).resolvedAt).toBeNull();
  });

  it('is for staff: a user is told so, and nothing is stored', async () => {
    const { user, thread } = await aConnectedUser(test, expert);
    const token = await createToken(test.runtime.db, user.id, test.runtime.clock.now());
    const refused = await send(thread.id, randomUUID(), callAs(test, token));
    expect(refused.status).toBe(403);
    const { body } = await admin.call('GET', `/api/threads/${thread.id}/messages`);
    expect(body.messages).toEqual([]);
  });
});
