import { z } from 'zod';
import type { Account } from './account.ts';
import { paymentOf } from './charges.ts';
import { invalid, noSuch } from './errors.ts';

const byPayment = z.object({ payment_intent: z.string() });
const expanded = 'data.payment_intent.latest_charge';

const ofCustomer = z.object({ customer: z.string(), status: z.literal('open') });

/** The session of a payment; asked for, with the payment and its charge in it. Or those that a customer has open. */
export function listCheckouts(account: Account, query: unknown): object[] {
  const open = ofCustomer.safeParse(query).data;
  if (open) return openCheckouts(account, open.customer);
  const intent = parseIntent(query);
  const wanted = Object.entries(query as Record<string, string>);
  const isExpanded = wanted.some(([name, path]) => name.startsWith('expand[') && path === expanded);
  const sessions = [...account.checkouts.values()]
    .map(({ session }) => session)
    .filter(({ payment_intent: id }) => id === intent);
  if (!isExpanded) return sessions;
  const charge = account.charges.get(intent) ?? null;
  const payment = { id: intent, object: 'payment_intent', latest_charge: charge };
  return sessions.map((session) => ({ ...session, payment_intent: payment }));
}

function openCheckouts(account: Account, customer: string) {
  insistOnCustomer(account, customer);
  return [...account.checkouts.values()]
    .map(({ session }) => session)
    .filter((session) => session.customer === customer && session.status === 'open');
}

export function listSubscriptions(account: Account, query: unknown): object[] {
  const { customer } = z.object({ customer: z.string() }).parse(query);
  insistOnCustomer(account, customer);
  return [...account.subscriptions.values()].filter(
    (one) => one.customer === customer && one.status !== 'canceled',
  );
}

/** As a parameter it is refused with 400; only at an address of its own is it not found. */
function insistOnCustomer({ customers }: Account, id: string): void {
  if (!customers.has(id)) throw noSuch('customer', id, 'customer');
}

export function listDisputes({ disputes }: Account, query: unknown): object[] {
  const intent = parseIntent(query);
  return [...disputes.values()].filter(({ payment_intent: id }) => id === intent);
}

/** What an invoice was paid with; nothing else is asked for here. */
export function listInvoicePayments({ charges }: Account, query: unknown): object[] {
  const { invoice } = z.object({ invoice: z.string(), status: z.literal('paid') }).parse(query);
  const charge = charges.get(paymentOf(invoice));
  if (!charge) return [];
  const payment = { type: 'payment_intent', payment_intent: charge.payment_intent };
  return [{ object: 'invoice_payment', invoice, status: 'paid', payment }];
}

export function listCustomers({ customers }: Account, query: unknown): object[] {
  const { email } = z.object({ email: z.string() }).parse(query);
  return [...customers.values()].filter((customer) => customer.email === email).reverse();
}

function parseIntent(query: unknown): string {
  const parsed = byPayment.safeParse(query);
  if (parsed.success) return parsed.data.payment_intent;
  throw invalid(
    'The sandbox lists by payment_intent, or what a customer has open.',
    'payment_intent',
  );
}
