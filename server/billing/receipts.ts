import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { creditEntries } from '#server/db/schema.ts';
import { AppError, notFound } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { callOrNull } from './stripe.ts';

/**
 * Asks Stripe each time, because receipt links expire.
 * @throws {AppError} 404 without such a payment or receipt, 502.
 */
export async function getReceiptUrl(
  runtime: Runtime,
  { userId, entryId }: { userId: string; entryId: string },
): Promise<string> {
  const isTheirs = and(eq(creditEntries.id, entryId), eq(creditEntries.userId, userId));
  const [entry] = await runtime.db
    .select()
    .from(creditEntries)
    .where(and(isTheirs, gt(creditEntries.amount, 0)));
  if (!entry || !runtime.config.stripe) throw notFound('Receipt');
  const { invoiceId, checkoutSessionId } = entry;
  const url = invoiceId
    ? await findInvoiceUrl(runtime, invoiceId)
    : await findChargeUrl(runtime, checkoutSessionId ?? '');
  if (!url) throw new AppError(404, 'Stripe has no receipt for this payment any more.');
  if (isStripes(runtime.config, url)) return url;
  throw new AppError(502, "The payment service's answer can't be used. Please try again later.");
}

const invoice = z.object({ hosted_invoice_url: z.url().nullish() });
const session = z.object({
  payment_intent: z
    .object({ latest_charge: z.object({ receipt_url: z.url().nullish() }).nullish() })
    .nullish(),
});

async function findInvoiceUrl(runtime: Runtime, id: string) {
  return callOrNull(
    runtime,
    async (stripe) => invoice.parse(await stripe.invoices.retrieve(id)).hosted_invoice_url,
  );
}

async function findChargeUrl(runtime: Runtime, checkoutId: string) {
  const expand = ['payment_intent.latest_charge'];
  return callOrNull(runtime, async (stripe) => {
    const found = await stripe.checkout.sessions.retrieve(checkoutId, { expand });
    return session.parse(found).payment_intent?.latest_charge?.receipt_url;
  });
}

/** The browser follows it: only Stripe's host or our stand-in. */
function isStripes({ publicUrl, sandbox }: Runtime['config'], url: string): boolean {
  const { protocol, hostname, href } = new URL(url);
  if (sandbox.stripe && href.startsWith(`${publicUrl}/sandbox/stripe/`)) return true;
  return protocol === 'https:' && (hostname === 'stripe.com' || hostname.endsWith('.stripe.com'));
}
