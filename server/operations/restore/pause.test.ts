import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { verifyLedger } from '#server/billing/ledger.ts';
import { runAdmin } from '#server/commands/admin/run.ts';
import { auditLog, type ExpertRow, messages, optOuts } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { countSlots } from '#server/jobs/jobs.ts';
import { beginPause } from '#server/jobs/paused-store.ts';
import { startQueue } from '#server/jobs/queue.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { buy, getStripe } from '#test/checkout.ts';
import { aConnectedUser, anExpert, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { withholdEvents } from '#test/stripe-events.ts';
import { createTexter } from '#test/texter.ts';
import type { ReadyPatient } from '../doctor/check.ts';
import { workChecks } from '../doctor/work.ts';
import { createHandlers } from '../upkeep/handlers.ts';
import { sweep } from '../upkeep/sweep.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, messagesOf, threadOf } = {} as ReturnType<typeof createTexter>;

beforeEach(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ text, received, messagesOf, threadOf } = createTexter(test, expert));
});
afterEach(() => test.close());

/** As a restore leaves it: what the database holds was in the backup. A process that starts then. */
async function startRestored(backedUpAt = test.runtime.clock.now()) {
  const { db, clock, log, config } = test.runtime;
  await transact(db, (tx) => beginPause(tx, { version: '0.1.0', backedUpAt, now: clock.now() }));
  const open = await test.openDatabase();
  const queue = await startQueue(open, { log, clock, hasWorker: false });
  const runtime = { ...test.runtime, queue };
  const app = await createApp(runtime);
  const slots = countSlots(config);
  const worker = startWorker(queue, {
    slots,
    handlers: createHandlers(runtime),
    log,
    polls: false,
  });
  const admin = await signIn(test, asAdmin);
  const call = callAs({ ...test, app }, admin.token);
  return {
    runtime,
    admin,
    inject: (url: string) => app.inject(url),
    choose: (choices: object) => call('POST', '/api/restore/choices', choices),
    readPause: async () => (await call('GET', '/api/restore')).body.pause,
    async work() {
      await sweep(runtime);
      await worker.runUntilIdle();
      await test.sandbox.waitUntilIdle();
      await worker.runUntilIdle();
    },
    async stop() {
      await worker.stop(0);
      await app.close();
      await open.close();
    },
  };
}

it('no text leaves and no model is asked until an admin has chosen; what arrives is kept', async () => {
  const { phone } = await aConnectedUser(test, expert);
  await text(phone, 'What is 12 * 7?');
  const restored = await startRestored();
  const asked = vi.spyOn(restored.runtime, 'fetch');
  await text(phone, 'And 12 * 8?');
  await test.advance(10 * 60_000);
  await restored.work();
  expect(await restored.readPause()).toMatchObject({
    waiting: { count: 1, choice: null },
    unsent: { count: 0, choice: null },
    arrived: 1,
    payments: 'fetched',
  });
  expect([
    received(phone),
    asked.mock.calls.filter(([url]) => !String(url).includes('stripe')),
  ]).toEqual([[], []]);
  expect(await restored.runtime.queue.measureBacklog('answer-message')).toBe(0);

  expect((await restored.choose({ waiting: 'answer' })).body).toEqual({ pause: null });
  await restored.work();
  await restored.work();
  expect(received(phone)).toEqual([expect.stringContaining('84'), expect.stringContaining('96')]);
  const [entry] = await test.runtime.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entity, 'restore'));
  expect(entry).toMatchObject({
    actorId: restored.admin.user.id,
    after: { waiting: 'answer', isResumed: true },
  });
  expect((await restored.choose({ waiting: 'answer' })).status).toBe(409);
  await restored.stop();
});

it('the doctor, the metrics and explain name the pause, and no other cause', async () => {
  const { phone } = await aConnectedUser(test, expert);
  await text(phone, 'What is 12 * 7?');
  const restored = await startRestored();
  await test.advance(20 * 60_000);
  const { config, db, clock } = test.runtime;
  const patient = { config, db, hasTables: true, now: () => clock.now() } as ReadyPatient;
  const examine = async () => {
    const checks = workChecks.filter(({ name }) => ['Paused', 'Oldest work'].includes(name));
    return (await Promise.all(checks.map((one) => one.run(patient)))).flat();
  };
  const readGauge = async () =>
    /^sagewire_paused (\d)$/m.exec((await restored.inject('/metrics')).body)?.[1];
  const explain = () =>
    runAdmin(['explain', phone], {
      environment: { DATA_DIR: config.dataDir },
      openDatabase: test.openDatabase,
    });
  expect(await examine()).toMatchObject([
    {
      state: 'broken',
      why: expect.stringMatching(
        /^Since the restore at .*Z no text leaves: at the backup 1 was not answered and 0 not sent, 0 arrived since\.$/,
      ),
      fix: expect.stringContaining('resume'),
    },
  ]);
  expect(await readGauge()).toBe('1');
  expect((await explain()).out).toMatch(/\n {2}now: paused since the restore at .*resume\n$/);
  await restored.choose({ waiting: 'close' });
  await restored.work();
  expect(await examine()).toMatchObject([{ state: 'ok' }]);
  expect(await readGauge()).toBe('0');
  expect((await explain()).out).not.toContain('paused');
  await restored.stop();
});

it('texts that are closed get no answer, but a STOP counts and a crisis is shown', async () => {
  const [one, two, three] = [
    await aConnectedUser(test, expert),
    await aConnectedUser(test, expert),
    await aConnectedUser(test, expert),
  ];
  await text(one.phone, 'What is 12 * 7?');
  await text(two.phone, 'STOP');
  await text(three.phone, 'I want to kill myself');
  const restored = await startRestored();
  await restored.choose({ waiting: 'close' });
  await restored.work();
  for (const { phone } of [one, two, three]) expect(received(phone)).toEqual([]);
  expect((await messagesOf(one.phone)).at(-1)).toMatchObject({
    answerState: 'recorded',
    guard: 'restored',
  });
  expect(await test.runtime.db.select().from(optOuts)).toMatchObject([{ handle: two.phone }]);
  expect((await threadOf(three.phone)).riskAt).not.toBeNull();
  await text(one.phone, 'And 12 * 8?');
  await restored.work();
  expect(received(one.phone)).toEqual([expect.stringContaining('96')]);
  await restored.stop();
});

async function aWaitingText() {
  const { phone, user } = await aConnectedUser(test, expert);
  test.sandbox.planFailure(phone, { kind: '500', times: 1 });
  await text(phone, 'What is 12 * 7?');
  await test.worker.runUntilIdle();
  expect(received(phone)).toEqual([]);
  return { phone, user };
}

it('a text that the lost installation sent after the backup is not sent again', async () => {
  const [sent, waiting] = [await aWaitingText(), await aWaitingText()];
  const restored = await startRestored();
  const [reply] = (await messagesOf(sent.phone)).filter(({ origin }) => origin === 'ai');
  await lostInstallationSends(sent.phone, reply?.body ?? '');
  expect((await restored.readPause()).unsent.count).toBe(2);
  await restored.choose({ unsent: 'send' });
  for (let minute = 0; minute < 3; minute++) {
    await test.advance(60_000);
    await restored.work();
  }
  for (const { phone } of [sent, waiting]) expect(received(phone)).toHaveLength(1);
  expect((await messagesOf(sent.phone)).at(-1)?.deliveryState).toMatch(/sent|delivered/);
  await restored.stop();
});

async function lostInstallationSends(phone: string, body: string): Promise<void> {
  const { channelFor } = await import('#server/channels/index.ts');
  const via = channelFor(test.runtime.config, 'SMS');
  const address = { to: phone, address: expert.phoneNumber as string, senderId: null };
  const callbackUrl = `${test.runtime.config.publicUrl}/api/webhooks/experts/${expert.id}`;
  const words = {
    id: crypto.randomUUID(),
    body,
    card: null,
    isAutomatic: true,
    quotedGatewayId: null,
  };
  await via?.channel.send({ ...address, ...words, callbackUrl }, via.settings, test.runtime.fetch);
}

it('a text that the lost installation answered after the backup is not answered again', async () => {
  const [answered, waiting] = [
    await aConnectedUser(test, expert),
    await aConnectedUser(test, expert),
  ];
  for (const { phone } of [answered, waiting]) await text(phone, 'What is 12 * 7?');
  const restored = await startRestored();
  await lostInstallationSends(answered.phone, '84, step by step.');
  await restored.choose({ waiting: 'answer' });
  await restored.work();
  expect(received(answered.phone)).toEqual(['84, step by step.']);
  expect(received(waiting.phone)).toHaveLength(1);
  const [message] = await messagesOf(answered.phone);
  expect(message).toMatchObject({ answerState: 'recorded', guard: 'restored' });
  await text(answered.phone, 'And 12 * 8?');
  await restored.work();
  expect(received(answered.phone)).toHaveLength(2);
  await restored.stop();
});

it('texts to send that are closed are not sent, and the credit is given back', async () => {
  const { phone, user } = await aWaitingText();
  const restored = await startRestored();
  await restored.choose({ unsent: 'close' });
  await test.advance(hourMs);
  await restored.work();
  expect(received(phone)).toEqual([]);
  const { db } = test.runtime;
  expect((await getUser(db, user.id)).messageCount).toBe(0);
  expect((await messagesOf(phone)).at(-1)).toMatchObject({
    deliveryState: 'failed',
    dismissedAt: expect.any(Date),
  });
  expect((await verifyLedger(db)).findings).toEqual([]);
  await restored.stop();
});

it('work goes on only when both are decided', async () => {
  const unsent = await aWaitingText();
  const { phone } = await aConnectedUser(test, expert);
  await text(phone, 'What is 12 * 8?');
  const restored = await startRestored();
  const { body } = await restored.choose({ waiting: 'answer' });
  expect(body.pause).toMatchObject({
    waiting: { count: 1, choice: 'answer' },
    unsent: { count: 1, choice: null },
  });
  await test.advance(60_000);
  await restored.work();
  expect([...received(phone), ...received(unsent.phone)]).toEqual([]);
  expect((await restored.choose({ unsent: 'send' })).body).toEqual({ pause: null });
  await test.advance(60_000);
  await restored.work();
  expect([received(phone).length, received(unsent.phone).length]).toEqual([1, 1]);
  await restored.stop();
});

it('the command says what waits, and chooses', async () => {
  const { phone } = await aConnectedUser(test, expert);
  await text(phone, 'What is 12 * 7?');
  const restored = await startRestored();
  const { dataDir, databaseUrl, secretKeys } = test.runtime.config;
  const environment = {
    DATA_DIR: dataDir,
    SECRET_KEY: secretKeys.current.toString('base64'),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const resume = (...options: string[]) =>
    runAdmin(['resume', ...options], { environment, openDatabase: test.openDatabase });
  expect((await resume()).out).toContain(
    'Not answered at the backup: 1. Not sent: 0. Arrived since: 0.',
  );
  expect((await resume('--waiting', 'all')).err).toContain('--waiting answer|close');
  expect((await resume('--waiting', 'answer')).out).toBe('Texts are answered and sent again.\n');
  await restored.work();
  expect(received(phone)).toHaveLength(1);
  expect((await resume()).out).toBe('Nothing is paused.\n');
  await restored.stop();
});

it("Stripe's events since the backup are fetched and applied once", async () => {
  const { user, call } = await signIn(test);
  const { db, clock } = test.runtime;
  const backedUpAt = clock.now();
  await buy(test, call, 'payg');
  const before = await getUser(db, user.id);
  // The backup did not have the payment.
  const { account } = getStripe(test);
  const restored = await startRestored(backedUpAt);
  expect(account.events.length).toBeGreaterThan(0);
  await restored.work();
  expect(await getUser(db, user.id)).toEqual(before);
  const { user: payer, call: payerCall } = await signIn(test);
  await withholdEvents(test, () => buy(test, payerCall, 'payg'));
  const paid = await startRestored(backedUpAt);
  const trial = payer.paidMessages;
  expect((await getUser(db, payer.id)).paidMessages).toBe(trial);
  getStripe(test).setDown(true);
  await expect(paid.work()).rejects.toThrow();
  expect((await paid.readPause()).payments).toBe('pending');
  getStripe(test).setDown(false);
  await paid.work();
  expect((await getUser(db, payer.id)).paidMessages).toBe(trial + 50);
  expect((await paid.readPause()).payments).toBe('fetched');
  expect((await verifyLedger(db)).findings).toEqual([]);
  await restored.stop();
  await paid.stop();
});

it('only admins choose, and users do not even see it', async () => {
  const restored = await startRestored();
  const people = [
    { change: {}, reading: 403 },
    { change: { ...asAdmin, role: 'AGENT' as const }, reading: 200 },
  ];
  for (const { change, reading } of people) {
    const { call } = await signIn(test, change);
    expect((await call('GET', '/api/restore')).status).toBe(reading);
    expect((await call('POST', '/api/restore/choices', {})).status).toBe(403);
  }
  expect(await restored.readPause()).not.toBeNull();
  await restored.stop();
  expect(await test.runtime.db.select().from(messages)).toEqual([]);
});
