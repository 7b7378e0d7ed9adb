import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf } from '#server/db/client.ts';
import { type experts, payments, subscriptions } from '#server/db/schema.ts';
import { addWebMessage, markAnswered } from '#server/messages/inbound-store.ts';
import { storeReply } from '#server/messages/reply-store.ts';
import { aConnectedUser, anExpert, getUser } from '#test/factories.ts';
import { ledgerRuns } from '#test/property-runs.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import type { StripeEvent } from '#test/stripe-events.ts';
import { answerFrom, createStripeWorld, stripeActs } from '#test/stripe-world.ts';
import { giveCreditBack } from './credits.ts';
import { applyEvent } from './events.ts';
import { verifyLedger } from './ledger.ts';
import { readEvent } from './stripe-objects.ts';

const numRuns = ledgerRuns;
/** Ten times what a free machine takes: a busy one is no failure. */
const timeout = 60_000 + numRuns * 3_000;

let test: TestApp;
let expert: typeof experts.$inferSelect;
beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
});
afterAll(() => test.close());

type Life = Awaited<ReturnType<typeof aLife>>;

/** A person with a trial, and what they do here and at Stripe. */
async function aLife() {
  const { runtime } = test;
  const { db } = runtime;
  const { user, thread } = await aConnectedUser(test, expert);
  const world = createStripeWorld(user.id);
  const now = () => runtime.clock.now();
  const answered: string[] = [];

  return {
    world,
    userId: user.id,
    async hear(event: StripeEvent): Promise<void> {
      runtime.fetch = (input) => answerFrom(world.account, input);
      await applyEvent(runtime, readEvent(event));
    },
    async ask(): Promise<void> {
      await db.transaction(async (tx) => {
        const draft = { threadId: thread.id, body: 'What is 2 + 2?', now: now() };
        const messageId = await addWebMessage(tx, draft);
        const tokenUsage = { input: 1, output: 1 };
        const { isPaid } = await storeReply(tx, {
          ...draft,
          body: '4',
          messageId,
          userId: user.id,
          parts: [],
          sources: [],
          aiMeta: { provider: 'openai', processingTimeMs: 1, tokenUsage },
          expertVersionId: null,
          verdict: null,
        });
        if (isPaid) answered.push(messageId);
        else await markAnswered(tx, messageId, { answerState: 'refused' });
      });
    },
    async loseReply(nth: number): Promise<void> {
      const messageId = answered[nth % Math.max(answered.length, 1)];
      const why = { reason: 'Lost', createdAt: now() };
      if (messageId) await db.transaction((tx) => giveCreditBack(tx, { messageId, ...why }));
    },
    /** Entries and account say the same. */
    async addsUp(): Promise<void> {
      const [sums] = await rowsOf(
        db,
        sql`select message_count = sum(used_delta) and paid_messages = sum(granted_delta) as "isTrue"
            from users join credit_entries on user_id = users.id where users.id = ${user.id}
            group by users.id`,
      );
      expect(sums).toEqual({ isTrue: true });
    },
  };
}

const anAct = fc.record({ act: fc.constantFrom(...stripeActs), nth: fc.nat(3) });
/** Purchases first, so that there is something for the rest to happen to. */
const acts = fc
  .tuple(
    fc.array(fc.constantFrom('buy', 'buyLate', 'monthly', 'annual'), { maxLength: 3 }),
    fc.array(anAct, { minLength: 1, maxLength: 7 }),
  )
  .map(([bought, rest]) => [...bought.map((act) => ({ act, nth: 0 })), ...rest] as typeof rest);

/** What a person has in the end, without the names that two lives can't share. */
async function outcomeOf({ userId }: Life) {
  const { db } = test.runtime;
  const { messageCount, paidMessages, subExpiration } = await getUser(db, userId);
  const subscribed = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(subscriptions.plan), asc(subscriptions.status));
  const paid = await db
    .select({ id: payments.checkoutSessionId, reversal: payments.reversal })
    .from(payments)
    .where(eq(payments.userId, userId));
  const state = ({ plan, status, cancelAtPeriodEnd, accessUntil }: (typeof subscribed)[number]) =>
    `${plan} ${status} ${cancelAtPeriodEnd} ${accessUntil !== null}`;
  return {
    facts: {
      messageCount,
      paidMessages,
      isSubscribed: subExpiration !== null,
      subscriptions: subscribed.map(state).toSorted(),
      payments: paid.map(({ id, reversal }) => `${id.split('_')[1]} ${reversal}`).toSorted(),
    },
    until: subExpiration?.getTime() ?? 0,
  };
}

it(
  'ends the same in whatever order and however often Stripe’s events come',
  async () => {
    const arrivals = fc.array(fc.nat(), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(acts, arrivals, fc.nat(5), async (steps, places, questions) => {
        const [ordered, shuffled] = [await aLife(), await aLife()];
        for (const life of [ordered, shuffled]) {
          for (let n = 0; n < questions; n++) await life.ask();
        }
        for (const { act, nth } of steps) {
          const before = ordered.world.told.length;
          await ordered.world.act(act, nth);
          for (const event of ordered.world.told.slice(before)) await ordered.hear(event);
        }
        const { told } = shuffled.world;
        for (const [index, { act, nth }] of steps.entries()) {
          await shuffled.world.act(act, nth);
          // Some of what was told so far arrives between, the rest at the end; some of it twice.
          const place = places[index] ?? 0;
          const event = place % 3 === 0 ? told[place % Math.max(told.length, 1)] : undefined;
          if (event) await shuffled.hear(event);
        }
        const last = told
          .map((event, index) => ({ event, place: places[index % 40] ?? 0 }))
          .toSorted((a, b) => a.place - b.place);
        for (const { event, place } of last) {
          await shuffled.hear(event);
          await shuffled.addsUp();
          if (place % 4 === 0) await shuffled.hear(event);
        }
        const [wanted, found] = [await outcomeOf(ordered), await outcomeOf(shuffled)];
        expect(found.facts).toEqual(wanted.facts);
        expect(Math.abs(found.until - wanted.until)).toBeLessThan(60_000);
      }),
      { numRuns },
    );
    expect((await verifyLedger(test.runtime.db)).findings).toEqual([]);
  },
  timeout,
);

it(
  'adds up after every step of payments, refunds, answers and losses, mixed in any way',
  async () => {
    const reversal = fc.record({ act: fc.constantFrom('refund', 'dispute'), nth: fc.nat(3) });
    const step = fc.oneof(
      fc.oneof(anAct, reversal).map(({ act, nth }) => ({ kind: 'act' as const, act, nth })),
      fc.record({ kind: fc.constantFrom('ask', 'lose', 'hear', 'hear'), nth: fc.nat(30) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        const life = await aLife();
        const { world } = life;
        await world.act('buy', 0);
        for (const one of steps) {
          if ('act' in one) await world.act(one.act, one.nth);
          else if (one.kind === 'ask') for (let n = 0; n < one.nth % 9; n++) await life.ask();
          else if (one.kind === 'lose') await life.loseReply(one.nth);
          else {
            const event = world.told[one.nth % Math.max(world.told.length, 1)];
            if (event) await life.hear(event);
          }
          await life.addsUp();
        }
        for (const event of world.told) await life.hear(event);
        await life.addsUp();
      }),
      { numRuns },
    );
    expect((await verifyLedger(test.runtime.db)).findings).toEqual([]);
  },
  timeout,
);
