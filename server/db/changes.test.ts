import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { followEvents } from '#test/events.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

/** The embedded database has one process. */
describe.skipIf(!hasDatabaseServer)('changes in another process', () => {
  let test: TestApp;
  let beside: TestApp;
  let adminToken: string;
  beforeAll(async () => {
    const settings = { SECRET_KEY: randomBytes(32).toString('base64') };
    test = await startTestApp(settings);
    beside = await startTestApp(settings, test.runtime.config.databaseUrl);
    adminToken = (await signIn(test, asAdmin)).token;
  });
  afterAll(async () => {
    await beside.close();
    await test.close();
  });

  const change = () => ({ type: 'thread', threadId: randomUUID(), userId: null }) as const;

  it('reach open pages here: the worker there has answered', async () => {
    const expert = await anExpert(test);
    const { phone, thread } = await aConnectedUser(test, expert);
    const page = await followEvents(test, adminToken);
    const event = { type: 'thread', threadId: thread.id };
    await createTexter(test, expert).text(phone, 'What is 12*7?');
    expect(await page.next(), 'the text came in here').toEqual(event);
    await beside.runUntilIdle();
    expect(await page.next(), 'the answer was written there').toEqual(event);
    page.stop();
  });

  it('are told once each, however many come at once', async () => {
    const page = await followEvents(test, adminToken);
    const changes = Array.from({ length: 250 }, change);
    const wanted = new Set<string>(changes.map(({ threadId }) => threadId));
    for (const one of [...changes, ...changes]) beside.runtime.changes.publish(one);
    const heard: string[] = [];
    while (heard.length < wanted.size) {
      const { threadId } = (await page.next()) as { threadId: string };
      // A notice of the previous test may still arrive.
      if (wanted.has(threadId)) heard.push(threadId);
    }
    expect(new Set(heard)).toEqual(wanted);
    page.stop();
  });

  it('reach the person alone whose account it is', async () => {
    const { user, token } = await signIn(test);
    const mine = await followEvents(test, token);
    beside.runtime.changes.publish(change());
    beside.runtime.changes.publish({ type: 'account', userId: user.id });
    expect(await mine.next()).toEqual({ type: 'account' });
    mine.stop();
  });

  it('end the streams of a sign-in that ended there', async () => {
    const { token } = await signIn(test);
    const mine = await followEvents(test, token);
    await callAs(beside, token)('POST', '/api/auth/logout');
    // The stream's own first check may be faster.
    const told = await mine.next();
    if (told) expect(told).toEqual({ type: 'account' });
    expect(told && (await mine.next())).toBeNull();
  });

  it('are told before a process ends', async () => {
    const page = await followEvents(test, adminToken);
    const last = change();
    beside.runtime.changes.publish(last);
    await beside.runtime.peers.stop();
    expect(await page.next()).toEqual({
      type: 'thread',
      threadId: last.threadId,
      isNumber: true,
    });
    page.stop();
  });

  it('make pages reload after a lost connection, and arrive again', async () => {
    const pages = await Promise.all([test, beside].map((app) => followEvents(app, adminToken)));
    await test.runtime.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like 'listen %'`,
    );
    expect(await Promise.all(pages.map((page) => page.next()))).toEqual([null, null]);
    const again = await followEvents(beside, adminToken);
    const later = change();
    test.runtime.changes.publish(later);
    expect(await again.next()).toEqual({
      type: 'thread',
      threadId: later.threadId,
      isNumber: true,
    });
    again.stop();
  });
});
