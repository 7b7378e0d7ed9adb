import type { Account } from './account.ts';
import { type Checkout, day, type Subscription } from './objects.ts';
import { getPeriod, type Payments } from './payments.ts';

/** Days after a renewal; the last failure ends the subscription (page "Smart Retries"). */
const retryDays = [3, 5, 7];

type Due = { at: number; happen(): Promise<void> };

export async function moveClock(
  account: Account,
  payments: Payments,
  seconds: number,
): Promise<void> {
  const target = account.now() + seconds;
  for (;;) {
    const next = listDue(account, payments).toSorted((a, b) => a.at - b.at)[0];
    if (!next || next.at > target) break;
    account.setTime(Math.max(next.at, account.now()));
    await next.happen();
  }
  account.setTime(target);
  account.save();
}

function listDue(account: Account, payments: Payments): Due[] {
  const checkouts = [...account.checkouts.values()].flatMap((one) =>
    listCheckoutDue(one, payments),
  );
  const live = [...account.subscriptions.values()].filter(({ status }) => status !== 'canceled');
  return [...checkouts, ...live.map((one) => findNextDue(one, account, payments))];
}

function listCheckoutDue(checkout: Checkout, payments: Payments): Due[] {
  const { session, bank } = checkout;
  if (bank) return [{ at: bank.settlesAt, happen: () => payments.settleLate(checkout, bank) }];
  if (session.status !== 'open') return [];
  return [{ at: session.expires_at, happen: () => payments.expire(checkout) }];
}

function findNextDue(subscription: Subscription, account: Account, payments: Payments): Due {
  const { cancel_at: cancelAt, id, status } = subscription;
  const { current_period_start: start, current_period_end: end } = getPeriod(subscription);
  if (cancelAt !== null) return { at: cancelAt, happen: () => payments.end(subscription) };
  const isPaid = !account.failingCards.has(id);
  const renew = () => payments.renew(subscription, { isPaid });
  if (status === 'active') return { at: end, happen: renew };
  const retries = retryDays.map((days) => start + days * day);
  const at = retries.find((each) => each > account.now()) ?? account.now();
  const isLast = at >= (retries.at(-1) ?? at);
  const giveUp = async () => {
    await renew();
    await payments.end(subscription);
  };
  return { at, happen: isLast && !isPaid ? giveUp : renew };
}
