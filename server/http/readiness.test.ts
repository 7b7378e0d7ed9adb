import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asAdmin, signIn } from '#test/api-client.ts';
import { hasDatabaseServer } from '#test/database.ts';
import { type Relay, startRelay } from '#test/relay.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

/** What probes and people wait, on a busy machine. */
const slackMs = 1_000;

describe('a process that is up', () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await startTestApp();
  });
  afterEach(() => test.close());

  it.each(['storing', 'leasing'] as const)('is not ready while %s hangs', async (what) => {
    const { batches, queue } = test.runtime;
    if (what === 'storing') vi.spyOn(batches.arrivals, 'measureOldest').mockReturnValueOnce(9_000);
    else vi.spyOn(queue, 'isLeasing').mockReturnValueOnce(false);
    const ready = await test.app.inject('/health/ready');
    expect(ready.statusCode).toBe(503);
    expect(ready.json().checks).toMatchObject({ database: true, [what]: false });
  });
});

describe.runIf(hasDatabaseServer)('a process whose database', () => {
  let test: TestApp;
  let behind: TestApp;
  let relay: Relay;
  beforeEach(async () => {
    test = await startTestApp();
    relay = await startRelay(test.runtime.config.databaseUrl as string);
    behind = await startTestApp({}, relay.url);
  });
  afterEach(async () => {
    await behind.close();
    await relay.close();
    await test.close();
  });

  async function timed<Result>(ask: Promise<Result>): Promise<[Result, number]> {
    const started = performance.now();
    const result = await ask;
    return [result, performance.now() - started];
  }

  it('is frozen is not ready, and says so to people', async () => {
    const admin = await signIn(behind, asAdmin);
    relay.freeze();
    const [ready, readyMs] = await timed(Promise.resolve(behind.app.inject('/health/ready')));
    expect([ready.statusCode, ready.json().checks.database]).toEqual([503, false]);
    expect(readyMs).toBeLessThan(2_000 + slackMs);
    const [live] = await timed(Promise.resolve(behind.app.inject('/health/live')));
    expect(live.statusCode).toBe(200);
    const [threads, threadsMs] = await timed(admin.call('GET', '/api/threads'));
    expect(threads.status).toBe(503);
    expect(threads.body.message).toMatch(/^The database is slow or not there\./);
    expect(threadsMs).toBeLessThan(7_000 + slackMs);
    relay.thaw();
    await vi.waitFor(async () => {
      expect((await behind.app.inject('/health/ready')).statusCode).toBe(200);
      expect((await admin.call('GET', '/api/threads')).status).toBe(200);
    }, 20_000);
  });

  it('has a locked table answers within the limit of a statement', async () => {
    const admin = await signIn(test, asAdmin);
    const holder = new pg.Client({ connectionString: test.runtime.config.databaseUrl });
    await holder.connect();
    await holder.query('begin; lock table threads in access exclusive mode');
    const [threads, ms] = await timed(admin.call('GET', '/api/threads'));
    expect(threads.status).toBe(503);
    expect(ms).toBeLessThan(6_000 + slackMs);
    expect((await test.app.inject('/health/ready')).statusCode).toBe(200);
    await holder.end();
    expect((await admin.call('GET', '/api/threads')).status).toBe(200);
  });

  it('loses the connection that listens hears of notices again', async () => {
    const heard: string[] = [];
    behind.runtime.changes.subscribe({
      onChange: (change) => heard.push(change.type),
      onGap: () => heard.push('gap'),
    });
    relay.swallow();
    await vi.waitFor(() => expect(heard).toContain('gap'), 25_000);
    const userId = '01890000-0000-7000-8000-000000000001';
    test.runtime.changes.publish({ type: 'account', userId });
    await vi.waitFor(() => expect(heard).toContain('account'), 5_000);
  });
});
