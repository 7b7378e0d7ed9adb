import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExpertRow } from '#server/db/schema.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { anExpert, aPhone, aUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { aToken } from './scene.ts';

/** Who knows a number can have its phone asked at any time, and waits for a yes that was meant for another. */

let test: TestApp;
let expert: ExpertRow;
let admin: Awaited<ReturnType<typeof signIn>>;
let { text, received, threadOf } = {} as ReturnType<typeof createTexter>;
beforeAll(async () => {
  test = await startTestApp({ QUESTIONS_PER_ADDRESS: '1000', QUESTIONS_PER_PREFIX: '1000' });
  expert = await anExpert(test);
  admin = await signIn(test, asAdmin);
  ({ text, received, threadOf } = createTexter(test, expert));
});
afterAll(() => test.close());

const secret = 'My secret is kestrel';
const question = 'Reply YES to chat with';

async function say(phone: string, body: string): Promise<string> {
  const known = received(phone).length;
  await text(phone, body);
  await test.runUntilIdle();
  return received(phone).slice(known).join('\n');
}

/** Signs up with another's number, and connects it. */
async function aStranger(phone: string) {
  const { id } = await aUser(test, { phoneNumber: phone });
  const call = callAs(test, await aToken(test, id));
  return {
    async connect(): Promise<void> {
      const { status, body } = await call('POST', `/api/experts/${expert.id}/connect`);
      expect([status, body.state]).toEqual([200, 'pending']);
      await test.runUntilIdle();
    },
    /** Every word that the account can read. */
    async read(): Promise<string> {
      const { threads } = (await call('GET', '/api/threads')).body;
      const pages = threads.map(({ id: threadId }: { id: string }) =>
        call('GET', `/api/threads/${threadId}/messages`),
      );
      return (await Promise.all(pages)).map((page) => page.text).join();
    },
  };
}

async function ask(threadId: string, body: string): Promise<void> {
  expect((await admin.call('POST', `/api/threads/${threadId}/messages`, { body })).status).toBe(
    200,
  );
  await test.runUntilIdle();
}

const take = (threadId: string) => admin.call('POST', `/api/threads/${threadId}/take`);
const giveBack = (threadId: string, answer: 'all' | 'none') =>
  admin.call('POST', `/api/threads/${threadId}/return`, { answer });

describe('a phone of no account that talks with a person from the team', () => {
  it("is not connected by its yes to the person, however late a stranger's question comes", async () => {
    const phone = aPhone();
    await say(phone, 'Hello');
    const { id } = await threadOf(phone);
    await take(id);
    const stranger = await aStranger(phone);
    await ask(id, 'Are you at home?');
    await stranger.connect();
    await say(phone, 'Yes');
    await say(phone, secret);
    expect(await stranger.read()).not.toContain('kestrel');
    expect(received(phone).join()).not.toContain(question);
  });

  it("is not connected by a yes that answers the person after a stranger's earlier question", async () => {
    const phone = aPhone();
    const stranger = await aStranger(phone);
    await stranger.connect();
    expect(received(phone).join()).toContain(question);
    const { id } = await threadOf(phone);
    // Without taking over: the conversation stays with the AI.
    await ask(id, 'Are you at home?');
    await giveBack(id, 'none');
    await say(phone, 'Yes');
    await say(phone, secret);
    expect(await stranger.read()).not.toContain('kestrel');
  });

  it('is not connected by what it wrote before the question, once that is answered', async () => {
    const phone = aPhone();
    await say(phone, 'Hello');
    const { id } = await threadOf(phone);
    await take(id);
    await say(phone, 'Yes');
    await say(phone, secret);
    const stranger = await aStranger(phone);
    await stranger.connect();
    await giveBack(id, 'all');
    await test.runUntilIdle();
    await say(phone, 'What is 2+2?');
    expect(await stranger.read()).not.toMatch(/kestrel|2\+2/);
  });

  it('is asked by its next text afterwards, and connected by the yes to that', async () => {
    const phone = aPhone();
    await say(phone, 'Hello');
    const { id } = await threadOf(phone);
    await take(id);
    await ask(id, 'Can I help?');
    const owner = await aStranger(phone);
    await owner.connect();
    await say(phone, 'No');
    await giveBack(id, 'none');
    expect(await say(phone, 'Hello again')).toContain(question);
    expect(await say(phone, 'Yes')).toContain("You're connected");
    expect(await say(phone, 'What is 2+2?')).toContain('4');
  });
});
