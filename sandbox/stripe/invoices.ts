import type { Account } from './account.ts';
import { newCharge } from './charges.ts';
import { newId } from './ids.ts';
import { day, type Subscription } from './objects.ts';

export type Invoice = ReturnType<typeof newInvoice>;

export const toPaymentIntentId = (invoice: string) => invoice.replace(/^in_/, 'pi_');

/** Open until `settleInvoice`. */
export function newInvoice(
  subscription: Subscription,
  facts: { reason: string; created: number; pagesUrl: string },
) {
  const { created, pagesUrl } = facts;
  const id = newId('in');
  const lines = subscription.items.data.map((item) => newLine(item, subscription));
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 0,
    attempted: false,
    billing_reason: facts.reason,
    collection_method: 'charge_automatically',
    created,
    currency: subscription.currency,
    customer: subscription.customer,
    hosted_invoice_url: `${pagesUrl}/receipt/${id}`,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null as number | null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
      },
    },
    period_end: created,
    period_start: created,
    status: 'open' as 'open' | 'paid',
    subtotal: amount,
    total: amount,
  };
}

function newLine(item: Subscription['items']['data'][number], { id, metadata }: Subscription) {
  const { price, current_period_start: start, current_period_end: end } = item;
  return {
    id: newId('il'),
    object: 'line_item',
    amount: price.unit_amount,
    currency: price.currency,
    description: `1 × ${price.nickname}`,
    metadata,
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: id,
        subscription_item: item.id,
      },
    },
    period: { start, end },
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: 1,
  };
}

export function settleInvoice(account: Account, invoice: Invoice, isPaid: boolean): void {
  const attempt_count = invoice.attempt_count + 1;
  Object.assign(invoice, { attempted: true, attempt_count });
  if (isPaid) {
    const { total, currency, customer, parent } = invoice;
    const { metadata } = parent.subscription_details;
    const paid = { status: 'paid', amount_paid: total, amount_remaining: 0 } as const;
    Object.assign(invoice, { ...paid, next_payment_attempt: null });
    const id = toPaymentIntentId(invoice.id);
    const facts = { amount: total, currency, customer, metadata, payment: id };
    account.charges.set(
      id,
      newCharge({ ...facts, pagesUrl: account.getPagesUrl(), created: account.now() }),
    );
  } else {
    invoice.next_payment_attempt = account.now() + 3 * day;
  }
  account.invoices.set(invoice.id, invoice);
}

export function listInvoicePayments({ invoices, charges }: Account) {
  return [...invoices.values()].flatMap(({ id }) => {
    const charge = charges.get(toPaymentIntentId(id));
    if (!charge) return [];
    const { amount, created, currency, payment_intent } = charge;
    return {
      id: id.replace(/^in_/, 'inpay_'),
      object: 'invoice_payment',
      amount_paid: amount,
      amount_requested: amount,
      created,
      currency,
      invoice: id,
      is_default: true,
      livemode: false,
      payment: { type: 'payment_intent', payment_intent },
      status: 'paid',
    };
  });
}
