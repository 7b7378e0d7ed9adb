import { ne } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ExpertRow, providers, users } from '#server/db/schema.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { completion, replyWith, startVendorServer } from '#test/vendor-server.ts';

/** No account of the team exists, so no one can be told. */
let test: TestApp;
let wire: Awaited<ReturnType<typeof startVendorServer>>;
let expert: ExpertRow;
let { text, received, threadOf, spends } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  wire = await startVendorServer();
  expert = await anExpert(test);
  const config = { model: 'house', baseUrl: wire.url };
  await test.runtime.db.update(providers).set({ config });
  const now = test.runtime.clock.now();
  await test.runtime.db.update(users).set({ deletedAt: now }).where(ne(users.role, 'USER'));
  ({ text, received, threadOf, spends } = createTexter(test, expert));
});
afterAll(async () => {
  wire.close();
  await test.close();
});

async function send(phone: string, body: string): Promise<string[]> {
  const before = received(phone).length;
  await text(phone, body);
  await test.runUntilIdle();
  return received(phone).slice(before);
}

const noPerson = 'No person can be reached here. Ada is an AI and goes on answering.';

it.each(['HUMAN', 'Can I talk to a person please? I was charged twice'])(
  '%s promises no one, and the AI goes on',
  async (body) => {
    wire.react(replyWith(200, completion('Four.')));
    const { phone } = await aConnectedUser(test, expert);
    expect(await send(phone, body)).toEqual([noPerson]);
    expect(await threadOf(phone)).toMatchObject({ handler: 'ai', humanWantedAt: null });
    expect(await send(phone, 'What is 2 + 2?')).toEqual([expect.stringContaining('Four.')]);
  },
);

it("a model's mark of a wish for a person promises no one either, and costs nothing", async () => {
  wire.react(replyWith(200, completion('[[person]] I will get someone.')));
  const { phone, user } = await aConnectedUser(test, expert);
  expect(await send(phone, 'Is anybody out there who can look at my bill')).toEqual([noPerson]);
  expect(await spends(user.id)).toBe(0);
  expect(await threadOf(phone)).toMatchObject({ handler: 'ai' });
});

it('a stranger is promised no one', async () => {
  const phone = aPhone();
  expect(await send(phone, 'HUMAN')).toEqual([noPerson]);
});

it('a crisis gets the helplines without a word of people who were told, then or later', async () => {
  const { phone } = await aConnectedUser(test, expert);
  const [crisis] = await send(phone, 'I want to kill myself');
  expect(crisis).toMatch(/988.*The AI has paused for now\.$/);
  expect(crisis).not.toContain('told');
  expect(await threadOf(phone)).toMatchObject({ handler: 'human', aiReturnsAt: expect.any(Date) });
  expect(await send(phone, 'What is a fraction?')).toEqual(['Ada has paused here for now.']);
  const [who] = await send(phone, 'Are you a bot?');
  expect(who).toMatch(/^You wrote with Ada, an AI.* no person reads along\.$/);
});
