import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { giveCreditBack } from '#server/billing/credits.ts';
import { applyEvent } from '#server/billing/events.ts';
import { readEvent } from '#server/billing/stripe-events.ts';
import { rowsOf } from '#server/db/client.ts';
import {
  creditEntries,
  type ExpertRow,
  messages,
  threads,
  trialClaims,
  users,
} from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { storeWebMessage } from '#server/messages/arrivals-store.ts';
import { settleMessage } from '#server/messages/claims-store.ts';
import { storeReplies } from '#server/messages/replies-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { trialMessages } from '#shared/limits.ts';
import { aPhone } from './factories.ts';
import { insertLease } from './queue.ts';
import type { TestApp } from './runtime.ts';
import { answerFrom, createSimulatedStripe } from './simulated-stripe.ts';
import type { StripeEvent } from './stripe-events.ts';

type Expert = ExpertRow;
export type SimulatedAccount = ReturnType<typeof simulateAccount>;

/** One insert at a time would take most of a run. */
export function createAccountFactory({ runtime }: TestApp, expert: Expert) {
  const batches: Promise<{ userId: string; threadId: string }[]>[] = [];
  let made = 0;
  const batchSize = 400;
  return async (): Promise<SimulatedAccount> => {
    const nth = made++;
    if (nth % batchSize === 0) batches.push(insertAccounts(runtime, expert, batchSize));
    const rows = (await batches[Math.floor(nth / batchSize)]) ?? [];
    return simulateAccount(runtime, rows[nth % batchSize] as (typeof rows)[number]);
  };
}

async function insertAccounts({ db }: Runtime, expert: Expert, count: number) {
  const people = Array.from({ length: count }, () => {
    const [userId, threadId, phone] = [randomUUID(), randomUUID(), aPhone()];
    return { userId, threadId, phone, paidMessages: trialMessages };
  });
  await transact(db, async (tx) => {
    const passwordHash = 'no login uses this';
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

function simulateAccount(
  product: Runtime,
  { userId, threadId }: { userId: string; threadId: string },
) {
  const { db } = product;
  const stripe = createSimulatedStripe(userId);
  const now = () => new Date(stripe.account.now() * 1000);
  const runtime: Runtime = {
    ...product,
    clock: { now },
    fetch: (input) => answerFrom(stripe.account, input),
  };
  const answered: string[] = [];

  return {
    stripe,
    userId,
    receiveEvent: (event: StripeEvent) => applyEvent(runtime, readEvent(event, 'test')),
    async sendQuestion(): Promise<void> {
      await transact(db, async (tx) => {
        const draft = { threadId, body: 'What is 2 + 2?', now: now() };
        const messageId = await storeWebMessage(tx, { ...draft, keyword: null });
        const reply = {
          threadId,
          lease: await insertLease(tx, threadId),
          userId,
          isCurrent: true,
          handlerEpoch: 0,
          messageId,
          messageSeq: 0,
          earlierIds: [],
          body: '4',
          parts: [],
          maySend: false,
          disclosureLength: null,
          unsentLength: null,
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
        };
        const [stored] = await storeReplies(tx, [reply], now());
        if (stored?.isStored) answered.push(messageId);
        else await settleMessage(tx, messageId, { answerState: 'refused' });
      });
    },
    async failReply(nth: number): Promise<void> {
      const messageId = answered[nth % Math.max(answered.length, 1)];
      const refund = { reason: 'Lost', createdAt: now() };
      if (!messageId) return;
      await transact(db, async (tx) => {
        await tx
          .update(messages)
          .set({ deliveryState: 'failed' })
          .where(and(eq(messages.replyToId, messageId), eq(messages.origin, 'ai')));
        await giveCreditBack(tx, { messageId, ...refund });
      });
    },
  };
}

export async function expectSameOutcome(
  test: TestApp,
  first: SimulatedAccount,
  others: SimulatedAccount[],
): Promise<void> {
  const [wanted, ...found] = await outcomesOf(test, [first, ...others]);
  for (const outcome of found) expect(outcome).toEqual(wanted);
}

async function outcomesOf({ runtime }: TestApp, accounts: SimulatedAccount[]): Promise<object[]> {
  const ids = sql.join(
    accounts.map(({ userId }) => sql`${userId}::uuid`),
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
  return accounts.map(({ userId }) => outcomes.get(userId) ?? {});
}

/**
 * Steps need no check: the database refuses a transaction that leaves an account different from its
 * ledger.
 */
export async function enforceBalances({ runtime: { db } }: TestApp): Promise<void> {
  await db.execute(sql`
    create function enforce_balances() returns trigger language plpgsql as $$
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
    const name = sql.raw(`enforce_${change.split(' ').at(-1)}`);
    await db.execute(
      sql`create constraint trigger ${name} after ${sql.raw(change)} deferrable initially deferred
          for each row execute function enforce_balances()`,
    );
  }
}
