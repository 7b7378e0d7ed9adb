import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExpertRow } from '#server/db/schema.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { aNamedUser } from '#test/erasure.ts';
import { followEvents } from '#test/events.ts';
import { aConnectedUser, anExpert, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { replyWith, startVendorServer } from '#test/vendor-server.ts';

/** The embedded database has one process. */
describe.skipIf(!hasDatabaseServer)('two processes on one database', () => {
  let test: TestApp;
  let beside: TestApp;
  let expert: ExpertRow;
  let vendor: Awaited<ReturnType<typeof startVendorServer>>;
  beforeAll(async () => {
    vendor = await startVendorServer();
    test = await startTestApp();
    beside = await startTestApp({}, test.runtime.config.databaseUrl);
    expert = await anExpert(test);
  });
  afterAll(async () => {
    await beside.close();
    await test.close();
    vendor.close();
  });

  async function waitUntilAgreed(look: () => Promise<boolean>): Promise<void> {
    await expect.poll(look, { timeout: 5_000, interval: 10 }).toBe(true);
  }

  it('have one limit of requests per account', async () => {
    const { token } = await signIn(test);
    const connectAt = (app: TestApp) =>
      callAs(app, token)('POST', `/api/experts/${expert.id}/connect`);
    for (let n = 0; n < 30; n++) expect((await connectAt(test)).status).toBe(200);
    for (let n = 0; n < 28; n++) expect((await connectAt(beside)).status).toBe(200);
    await waitUntilAgreed(async () => (await connectAt(test)).status === 429);
    await waitUntilAgreed(async () => (await connectAt(beside)).status === 429);
  });

  it('count wrong passwords together', async () => {
    const { user } = await aNamedUser(test, expert);
    const guessAt = async (app: TestApp) => {
      const guess = { email: user.email, password: 'Wrong-guess-1' };
      return (await callAs(app, null)('POST', '/api/auth/login', guess)).status;
    };
    const answers: number[] = [];
    for (let n = 0; n < 6; n++) answers.push(await guessAt(test), await guessAt(beside));
    expect(answers).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('keep five event streams per account, and replace the oldest wherever it is', async () => {
    const { token } = await signIn(test);
    const oldest = await followEvents(test, token);
    const others = [];
    for (const app of [beside, beside, beside, test, beside]) {
      others.push(await followEvents(app, token));
    }
    expect(await oldest.next()).toBeNull();
    expect(oldest.unread()).toContain('retry: 300000');
    for (const page of others) page.stop();
  });

  it('tell each other who works on a conversation', async () => {
    const { thread } = await aConnectedUser(test, expert);
    const [ana, ben] = await Promise.all([signIn(test, asAdmin), signIn(test, asAdmin)]);
    const tellAt = (app: TestApp, { token }: typeof ana, doing: string) =>
      callAs(app, token)('POST', `/api/threads/${thread.id}/presence`, {
        viewId: 'view0001',
        doing,
      });
    await tellAt(test, ana, 'writing');
    await waitUntilAgreed(async () => {
      const { body } = await tellAt(beside, ben, 'looking');
      return body.present[0]?.id === ana.user.id && body.present[0].isWriting;
    });
  });

  it('know of a provider that is down: the one that never called it shows it, and probes once', async () => {
    vendor.react(replyWith(503, { error: { message: 'overloaded', type: 'api_error' } }));
    const main = await aProvider(test, { config: { baseUrl: `${vendor.url}/v1` } });
    const spare = await aProvider(test);
    const asked = await anExpert(test, { providerId: main.id, fallbackProviderId: spare.id });
    const { text, messagesOf } = createTexter(test, asked);
    const advance = async (ms: number) => {
      await Promise.all([test.advance(ms), beside.advance(ms)]);
    };
    const ask = async (app: TestApp) => {
      const { phone } = await aConnectedUser(test, asked);
      await text(phone, 'Hello');
      await app.runUntilIdle();
      return (await messagesOf(phone)).map(({ answerState }) => answerState);
    };
    const admin = callAs(beside, (await signIn(test, asAdmin)).token);
    const readOutage = async () => {
      const { body } = await admin('GET', '/api/providers');
      return body.providers.find(({ id }: { id: string }) => id === main.id).outage;
    };
    await ask(test);
    // The next call may come half a minute after the third failure.
    for (let n = 0; n < 60 && !(await readOutage()); n++) {
      await advance(5_000);
      await test.runUntilIdle();
    }
    expect(await readOutage()).toMatchObject({ reason: expect.any(String) });

    vendor.react(replyWith(503, { error: { message: 'overloaded', type: 'api_error' } }));
    expect(await ask(beside), 'by the spare one').toContain('answered');
    expect(vendor.calls, 'the other process knows').toEqual([]);
    await advance(hourMs);
    const people = await Promise.all(Array.from({ length: 6 }, () => aConnectedUser(test, asked)));
    for (const { phone } of people) await text(phone, 'Hello');
    await Promise.all([test.runUntilIdle(), beside.runUntilIdle()]);
    expect(vendor.calls.length).toBe(1);
    for (const { phone } of people) {
      const states = (await messagesOf(phone)).map(({ answerState }) => answerState);
      expect(states).toContain('answered');
    }
  });
});
