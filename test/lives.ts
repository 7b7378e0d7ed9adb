import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { giveCreditBack } from '#server/billing/credits.ts';
import { applyEvent } from '#server/billing/events.ts';
import { readEvent } from '#server/billing/stripe-objects.ts';
import { rowsOf } from '#server/db/client.ts';
import {
  creditEntries,
  type experts,
  messages,
  threads,
  trialClaims,
  users,
} from '#server/db/schema.ts';
import { addWebMessage, markAnswered } from '#server/messages/inbound-store.ts';
import { storeReply } from '#server/messages/reply-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { trialMessages } from '#shared/limits.ts';
import { aPhone } from './factories.ts';
import type { TestApp } from './runtime.ts';
import type { StripeEvent } from './stripe-events.ts';
import { answerFrom, createStripeWorld } from './stripe-world.ts';

type Expert = typeof experts.$inferSelect;
export type Life = ReturnType<typeof aLife>;

/**
 * People with a trial who are connected to the expert, as many as are asked for. They are born a few
 * hundred at a time: what a life begins with is not what is tried, and would take most of the time.
 */
export function createLives({ runtime }: TestApp, expert: Expert) {
  const born: Promise<{ userId: string; threadId: string }[]>[] = [];
  let taken = 0;
  const atOnce = 400;
  return async (): Promise<Life> => {
    const nth = taken++;
    if (nth % atOnce === 0) born.push(bear(runtime, expert, atOnce));
    const people = (await born[Math.floor(nth / atOnce)]) ?? [];
    return aLife(runtime, people[nth % atOnce] as (typeof people)[number]);
  };
}

async function bear({ db }: Runtime, expert: Expert, count: number) {
  const people = Array.from({ length: count }, () => {
    const [userId, threadId, phone] = [randomUUID(), randomUUID(), aPhone()];
    return { userId, threadId, phone, paidMessages: trialMessages };
  });
  await db.transaction(async (tx) => {
    const passwordHash = 'nobody signs in with this';
    await tx.insert(users).values(
      people.map(({ userId, phone, paidMessages }) => {
        const email = `${userId}@example.com`;
        return { id: userId, email, passwordHash, phoneNumber: phone, paidMessages };
      }),
    );
    await tx
      .insert(trialClaims)
      .values(people.map(({ userId }) => ({ userId, phoneHash: userId, emailHash: userId })));
    await tx.insert(creditEntries).values(
      people.map(({ userId }) => ({
        userId,
        kind: 'grant' as const,
        grantedDelta: trialMessages,
        reason: 'Free trial',
      })),
    );
    await tx.insert(threads).values(
      people.map(({ userId, threadId: id, phone: handle }) => ({
        id,
        userId,
        handle,
        expertId: expert.id,
      })),
    );
  });
  return people;
}

/** A person with a trial, and what they do here and at Stripe. */
function aLife(product: Runtime, { userId, threadId }: { userId: string; threadId: string }) {
  const { db } = product;
  const world = createStripeWorld(userId);
  const now = () => new Date(world.account.now() * 1000);
  const runtime: Runtime = {
    ...product,
    clock: { now },
    fetch: (input) => answerFrom(world.account, input),
  };
  const answered: string[] = [];

  return {
    world,
    userId,
    hear: (event: StripeEvent) => applyEvent(runtime, readEvent(event, 'test')),
    async ask(): Promise<void> {
      await db.transaction(async (tx) => {
        const draft = { threadId, body: 'What is 2 + 2?', now: now() };
        const messageId = await addWebMessage(tx, draft);
        const { isPaid } = await storeReply(tx, {
          ...draft,
          body: '4',
          messageId,
          earlierIds: [],
          userId,
          parts: [],
          segments: null,
          sources: [],
          expertVersionId: null,
          aiMeta: {
            provider: 'openai',
            processingTimeMs: 1,
            tokenUsage: { input: 1, output: 1 },
          },
          verdict: null,
          failures: [],
        });
        if (isPaid) answered.push(messageId);
        else await markAnswered(tx, messageId, { answerState: 'refused' });
      });
    },
    /** The reply to the nth answered question never arrives; nothing, where none was answered. */
    async loseReply(nth: number): Promise<void> {
      const messageId = answered[nth % Math.max(answered.length, 1)];
      const why = { reason: 'Lost', createdAt: now() };
      if (!messageId) return;
      await db.transaction(async (tx) => {
        await tx
          .update(messages)
          .set({ deliveryState: 'failed' })
          .where(and(eq(messages.replyToId, messageId), eq(messages.origin, 'ai')));
        await giveCreditBack(tx, { messageId, ...why });
      });
    },
  };
}

/** All that they have is the same to the last detail, in lives that went the same way. */
export async function expectSameOutcome(test: TestApp, first: Life, others: Life[]): Promise<void> {
  const [wanted, ...found] = await outcomesOf(test, [first, ...others]);
  for (const outcome of found) expect(outcome).toEqual(wanted);
}

async function outcomesOf({ runtime }: TestApp, lives: Life[]): Promise<object[]> {
  const ids = sql.join(
    lives.map(({ userId }) => sql`${userId}::uuid`),
    sql`, `,
  );
  const rows = await rowsOf<{ id: string; outcome: object }>(
    runtime.db,
    sql`select id, json_build_object(
          'account', json_build_array(message_count, paid_messages, sub_expiration),
          'subscriptions', (
            select json_agg(facts order by facts::text) from (
              select plan, status, current_period_end, cancel_at_period_end, access_until
              from subscriptions where user_id = users.id) facts),
          'payments', (
            select json_agg(facts order by facts.nth) from (
              select split_part(checkout_session_id, '_', 2) as nth, reversal
              from payments where user_id = users.id) facts)
        ) as outcome from users where id in (${ids})`,
  );
  const outcomes = new Map(rows.map(({ id, outcome }) => [id, outcome]));
  return lives.map(({ userId }) => outcomes.get(userId) ?? {});
}

/**
 * From now on the database refuses every transaction after which an account and its entries differ:
 * whoever tries many steps need not look after each.
 */
export async function insistOnSums({ runtime: { db } }: TestApp): Promise<void> {
  await db.execute(sql`
    create function insist_on_sums() returns trigger language plpgsql as $$
    declare payer uuid := case tg_table_name when 'users' then to_jsonb(new) ->> 'id'
      else to_jsonb(new) ->> 'user_id' end;
    begin
      if exists (
        select from users where id = payer and (message_count, paid_messages) is distinct from (
          select row(coalesce(sum(used_delta), 0)::int, coalesce(sum(granted_delta), 0)::int)
          from credit_entries where user_id = payer)
      ) then raise exception 'The account % does not add up.', payer; end if;
      return null;
    end $$`);
  for (const change of ['insert or update on users', 'insert on credit_entries']) {
    const name = sql.raw(`insist_${change.split(' ').at(-1)}`);
    await db.execute(
      sql`create constraint trigger ${name} after ${sql.raw(change)} deferrable initially deferred
          for each row execute function insist_on_sums()`,
    );
  }
}
