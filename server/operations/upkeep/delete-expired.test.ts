import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { verifyLedger } from '#server/billing/ledger.ts';
import { attachments, auditLog, messages, stripeEvents } from '#server/db/schema.ts';
import { dayMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { buy, subscribe } from '#test/checkout.ts';
import { aConnectedUser, anExpert, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { deliver, type StripeEvent } from '#test/stripe-events.ts';
import { createTexter } from '#test/texter.ts';
import { deleteExpired } from './delete-expired.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ AUDIT_DAYS: '730', STRIPE_EVENT_DAYS: '90', PICTURE_DAYS: '365' });
});
afterAll(() => test.close());

async function expireAfter(days: number): Promise<void> {
  await test.advance(days * dayMs);
  await deleteExpired(test.runtime);
}

describe('what is older than its setting', () => {
  it('a Stripe event is deleted, and its repetition changes nothing', async () => {
    const { db } = test.runtime;
    const { user, call } = await signIn(test);
    await buy(test, call, 'payg');
    await subscribe(test, call, 'monthly');
    const sent = test.sandbox.wire.filter(({ kind }) => kind === 'webhook');
    const events = sent.map(({ request }) => JSON.parse(request.body) as StripeEvent);
    await expireAfter(89);
    expect(await db.select().from(stripeEvents)).not.toEqual([]);
    const before = await getUser(db, user.id);
    await expireAfter(2);
    expect(await db.select().from(stripeEvents)).toEqual([]);
    for (const event of events) expect((await deliver(test, event)).status).toBe(200);
    expect(await db.select().from(stripeEvents)).not.toEqual([]);
    expect(await getUser(db, user.id)).toEqual(before);
    expect((await verifyLedger(db)).findings).toEqual([]);
  });

  it('a change by an admin is deleted, but no adjustment of credits', async () => {
    const { db } = test.runtime;
    const expert = await anExpert(test);
    const admin = await signIn(test, asAdmin);
    const { user } = await signIn(test);
    const url = `/api/users/${user.id}/credits`;
    await admin.call('PUT', `/api/experts/${expert.id}`, { tagline: 'New' });
    await admin.call('POST', url, { delta: 3, reason: 'A present' });
    const actions = async () => {
      const rows = await db.select().from(auditLog).where(eq(auditLog.actorId, admin.user.id));
      return rows.map(({ action }) => action).sort();
    };
    await expireAfter(729);
    expect(await actions()).toEqual(['expert.update', 'user.adjust-credits']);
    await expireAfter(2);
    expect(await actions()).toEqual(['user.adjust-credits']);
    expect((await verifyLedger(db)).findings).toEqual([]);
  });

  it('the bytes of a picture are deleted, and its message says so', async () => {
    const { db } = test.runtime;
    const expert = await anExpert(test);
    const { phone, user, thread } = await aConnectedUser(test, expert);
    await createTexter(test, expert).text(phone, 'What is this?');
    await test.runUntilIdle();
    const isQuestion = and(eq(messages.threadId, thread.id), eq(messages.direction, 'inbound'));
    const [message] = await db.select().from(messages).where(isQuestion);
    const picture = { picture: Buffer.from('webp'), width: 1, height: 1, state: 'stored' } as const;
    const source = { url: null, id: 'a-picture', contentType: null };
    const createdAt = test.runtime.clock.now();
    const messageId = message?.id ?? '';
    await db.insert(attachments).values({ messageId, position: 0, source, createdAt, ...picture });
    const read = async () => {
      const { db, clock } = test.runtime;
      const call = callAs(test, await createToken(db, user.id, clock.now()));
      const { body } = await call('GET', `/api/threads/${thread.id}/messages`);
      const found = body.messages.find(({ id }: { id: string }) => id === messageId);
      const [{ id, state, reason }] = found.attachments;
      const { status } = await call('GET', `/api/threads/${thread.id}/attachments/${id}`);
      return { body: found.body, state, reason, status };
    };
    const kept = { body: 'What is this?', state: 'stored', reason: null, status: 200 };
    await expireAfter(364);
    expect(await read()).toEqual(kept);
    await expireAfter(2);
    const reason = 'This picture is no longer kept.';
    expect(await read()).toEqual({ ...kept, state: 'expired', reason, status: 404 });
  });
});

it('stops between two batches with its process', async () => {
  const { db, clock } = test.runtime;
  await db.delete(stripeEvents);
  const old = {
    type: 'charge.updated',
    payload: {},
    createdAt: clock.now(),
    receivedAt: clock.now(),
  };
  const events = Array.from({ length: 1_001 }, (_, n) => ({ ...old, id: `evt_old_${n}` }));
  await db.insert(stripeEvents).values(events);
  await test.advance(91 * dayMs);
  const stopping = new AbortController();
  const begin = db.transaction.bind(db);
  const deleted = vi.spyOn(db, 'transaction').mockImplementation((work) => {
    stopping.abort();
    deleted.mockRestore();
    return begin(work);
  });
  await deleteExpired(
    {
      ...test.runtime,
      config: {
        ...test.runtime.config,
        retention: { auditDays: 0, stripeEventDays: 90, pictureDays: 0, messageDays: 0 },
      },
    },
    stopping.signal,
  );
  expect(await db.select().from(stripeEvents)).toHaveLength(501);
});

it('keeps everything where a setting is 0', async () => {
  const { config, db } = test.runtime;
  const retention = { auditDays: 0, stripeEventDays: 0, pictureDays: 0, messageDays: 0 };
  const { call } = await signIn(test);
  await buy(test, call, 'payg');
  const kept = await db.select().from(stripeEvents);
  await test.advance(10_000 * dayMs);
  await deleteExpired({ ...test.runtime, config: { ...config, retention } });
  expect(kept).not.toEqual([]);
  expect(await db.select().from(stripeEvents)).toEqual(kept);
});
