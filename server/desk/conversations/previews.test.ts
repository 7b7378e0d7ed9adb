import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { type ExpertRow, messages, type ThreadRow } from '#server/db/schema.ts';
import type { Thread } from '#shared/api/threads.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let ana: Awaited<ReturnType<typeof signIn>>;
let { text } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ana = await signIn(test, { ...asAdmin, firstName: 'Ana', lastName: 'Ortiz' });
  ({ text } = createTexter(test, expert));
});
afterAll(() => test.close());

const readRow = async ({ id }: Pick<ThreadRow, 'id'>, call = ana.call): Promise<Thread> => {
  const { threads } = (await call('GET', '/api/threads?limit=100')).body;
  return threads.find((thread: Thread) => thread.id === id);
};
const say = async (phone: string, body: string) => {
  await text(phone, body);
  await test.runUntilIdle();
};

describe("a row of the team's list", () => {
  it('shows the answer of the AI without the line that discloses it', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    // After a return the AI says again that it is one.
    for (const gesture of ['take', 'return']) {
      await ana.call('POST', `/api/threads/${thread.id}/${gesture}`, {});
    }
    await say(phone, 'What is 2 + 2?');
    const { preview, lastMessage } = await readRow(thread);
    expect(preview).toMatchObject({ by: 'ai', author: null });
    expect(preview?.text).toContain('4');
    expect(preview?.text).not.toContain('an AI from');
    expect(lastMessage).toContain('an AI from');
  });

  it("shows the person's words where they wait for someone, not what we texted since", async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await say(phone, 'I want to kill myself');
    expect((await readRow(thread)).preview).toEqual({
      ...{ by: 'person', text: 'I want to kill myself', author: null },
    });
  });

  it('names who of the team wrote last, also to the message itself', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await say(phone, 'HUMAN');
    await ana.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Hello, this is Ana.' });
    const author = { id: ana.user.id, name: 'Ana Ortiz' };
    const { preview } = await readRow(thread);
    expect(preview).toEqual({ by: 'team', text: 'Hello, this is Ana.', author });
    const { body } = await ana.call('GET', `/api/threads/${thread.id}/messages`);
    expect(body.messages[0]).toMatchObject({ origin: 'admin', author });
    await say(phone, 'Thank you');
    expect((await readRow(thread)).preview).toMatchObject({ by: 'person', text: 'Thank you' });
  });

  it('says why the last failure failed, until it is dismissed', async () => {
    const { thread } = await aConnectedUser(test, expert);
    await test.runtime.db.insert(messages).values({
      ...{ threadId: thread.id, direction: 'outbound', origin: 'ai', body: 'A reply' },
      ...{ deliveryState: 'failed', deliveryReason: 'A landline takes no texts.' },
    });
    expect((await readRow(thread)).failure).toEqual({
      ...{ isAnswer: false, reason: 'A landline takes no texts.' },
    });
    await ana.call('POST', '/api/threads/failures', { action: 'dismiss', threadIds: [thread.id] });
    expect((await readRow(thread)).failure).toBeNull();
  });

  it('tells the person none of it', async () => {
    const { phone, thread, user } = await aConnectedUser(test, expert);
    await ana.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Hello from us.' });
    await say(phone, 'Hello');
    const token = await createToken(test.runtime.db, user.id, test.runtime.clock.now());
    const own = callAs(test, token);
    expect(await readRow(thread, own)).toMatchObject({ preview: null, failure: null });
    const { body } = await own('GET', `/api/threads/${thread.id}/messages`);
    expect(body.messages.map(({ author }: { author: unknown }) => author)).toEqual(
      body.messages.map(() => null),
    );
  });
});
