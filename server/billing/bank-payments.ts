import { and, desc, eq, gt, gte, inArray, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { bankPayments, creditEntries } from '#server/db/schema.ts';
import { conflict } from '#server/errors.ts';
import type { BankPayment as Shown } from '#shared/api/billing.ts';
import { bankPaymentDays } from '#shared/limits.ts';
import { formatMoney } from '#shared/money.ts';
import type { PaidPlanId } from '#shared/plans.ts';
import { dayMs } from '#shared/time.ts';
import { lockPayer } from './store.ts';
import type { BankPayment } from './stripe-events.ts';

/** Every bank has answered by then: a payment whose last event was lost blocks no longer. */
const maxPendingDays = 14;
const failureShownDays = 7;
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

/** Events come in any order, so a settled payment is never pending again. */
export async function recordBankPayment(
  tx: Database,
  payment: BankPayment | null,
  now: Date,
): Promise<string | null> {
  const userId = payment && (await lockPayer(tx, payment));
  if (!userId) return null;
  const { state } = payment;
  const change = tx.insert(bankPayments).values({ ...payment, createdAt: now, updatedAt: now });
  await (state === 'pending'
    ? change.onConflictDoNothing()
    : change.onConflictDoUpdate({
        target: bankPayments.checkoutSessionId,
        set: { state, updatedAt: now },
      }));
  return userId;
}

/** The one on its way, else one that failed lately and was not paid in another way since. */
export async function findBankPayment(
  db: Database,
  userId: string,
  now: Date,
): Promise<Shown | null> {
  const paidSince = db
    .select({ one: sql`1` })
    .from(creditEntries)
    .where(
      and(
        eq(creditEntries.userId, userId),
        gt(creditEntries.amount, 0),
        gte(creditEntries.createdAt, bankPayments.updatedAt),
      ),
    );
  const hasFailed = and(
    eq(bankPayments.state, 'failed'),
    gt(bankPayments.updatedAt, daysBefore(now, failureShownDays)),
    notExists(paidSince),
  );
  const [found] = await db
    .select()
    .from(bankPayments)
    .where(and(eq(bankPayments.userId, userId), or(isPending(now), hasFailed)))
    .orderBy(desc(bankPayments.state), desc(bankPayments.createdAt))
    .limit(1);
  if (!found) return null;
  const { plan, amount, currency, createdAt, state } = found;
  return {
    state: state === 'pending' ? state : 'failed',
    plan,
    money: { amount, currency },
    since: createdAt.toISOString(),
  };
}

/** @throws {AppError} 409 while a payment for the same is on its way. */
export async function refuseSecondPayment(
  db: Database,
  { userId, plan, now }: { userId: string; plan: PaidPlanId; now: Date },
): Promise<void> {
  const same: PaidPlanId[] = plan === 'payg' ? ['payg'] : ['monthly', 'annual'];
  const ofSame = and(eq(bankPayments.userId, userId), inArray(bankPayments.plan, same));
  const [pending] = await db
    .select()
    .from(bankPayments)
    .where(and(ofSame, isPending(now)))
    .limit(1);
  if (!pending) return;
  throw conflict(
    `Your bank payment of ${formatMoney(pending)} is on its way, usually for up to ${bankPaymentDays} business days. If it fails, you can pay again.`,
  );
}

function isPending(now: Date) {
  return and(
    eq(bankPayments.state, 'pending'),
    gt(bankPayments.createdAt, daysBefore(now, maxPendingDays)),
  );
}
