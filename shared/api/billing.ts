import { z } from 'zod';
import { planIds } from '../plans.ts';
import { requiredText, timestamp } from './common.ts';

const planReply = z.object({
  id: z.enum(planIds),
  name: z.string(),
  description: z.string(),
  /** US dollars. */
  price: z.number(),
  period: z.string(),
  features: z.array(z.string()),
  savings: z.string().optional(),
  featured: z.boolean(),
});

/** Without plans that can't be bought here. */
export const pricingReply = z.object({
  plans: z.partialRecord(z.enum(planIds), planReply),
});

export const checkoutRequest = z.object({
  plan: z.enum(planIds, `Plan must be one of ${planIds.join(', ')}`),
});

/** Without `url`, the plan is active at once. */
export const checkoutReply = z.object({
  success: z.boolean(),
  message: z.string(),
  url: z.string().optional(),
});

const money = z.object({
  /** In the currency's smallest unit. */
  amount: z.number(),
  currency: z.string(),
});
const bankPayment = z.object({
  state: z.enum(['pending', 'failed']),
  plan: z.enum(['payg', 'monthly', 'annual']),
  money,
  since: timestamp,
});
export const subscriptionStatuses = ['none', 'active', 'past_due', 'canceled'] as const;
export const subscriptionReply = z.object({
  subscription: z.object({
    status: z.enum(subscriptionStatuses),
    plan: z.enum(['monthly', 'annual']).nullable(),
    currentPeriodEnd: timestamp.nullable(),
    cancelAtPeriodEnd: z.boolean(),
  }),
  /** On its way, or failed lately. */
  bankPayment: bankPayment.nullable(),
  /** Whether the billing portal has anything to show. */
  hasPortal: z.boolean(),
});

export const portalReply = z.object({ url: z.string() });
export const checkoutSessionParams = z.object({ sessionId: z.string().min(1).max(200) });
export const checkoutSessionReply = z.object({ plan: z.enum(planIds) });

export const creditEntryKinds = [
  'grant',
  'spend',
  'give_back',
  'refund',
  'restore',
  'adjust',
  /** For a subscription: changes no message count. */
  'payment',
] as const;
const historyEntry = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  kind: z.enum(creditEntryKinds),
  /** A sentence for the person. */
  what: z.string(),
  expert: z.object({ displayName: z.string() }).nullable(),
  delta: z.number(),
  left: z.number(),
  /** Negative if refunded; null if none or unknown. */
  money: money.nullable(),
  hasReceipt: z.boolean(),
});
export const receiptParams = z.object({ entryId: z.uuid('entryId must be a valid id') });
export const receiptReply = z.object({ url: z.string() });
export const historyReply = z.object({
  entries: z.array(historyEntry),
  nextCursor: z.string().nullable(),
});

const maxAdjusted = 10_000;
export const adjustCreditsRequest = z.object({
  delta: z
    .number('delta must be a number of messages')
    .int('delta must be a whole number')
    .min(-maxAdjusted, `delta must be at least -${maxAdjusted}`)
    .max(maxAdjusted, `delta must be at most ${maxAdjusted}`)
    .refine((delta) => delta !== 0, 'delta must not be 0'),
  /** Shown in the person's history. */
  reason: requiredText('reason', 200),
});

export type HistoryReply = z.infer<typeof historyReply>;
export type HistoryEntry = z.infer<typeof historyEntry>;
export type AdjustCreditsRequest = z.output<typeof adjustCreditsRequest>;
export type PricingReply = z.infer<typeof pricingReply>;
export type CheckoutRequest = z.input<typeof checkoutRequest>;
export type CheckoutReply = z.infer<typeof checkoutReply>;
export type SubscriptionReply = z.infer<typeof subscriptionReply>;
export type Subscription = SubscriptionReply['subscription'];
export type BankPayment = z.infer<typeof bankPayment>;
export type ReceiptReply = z.infer<typeof receiptReply>;
export type PortalReply = z.infer<typeof portalReply>;
export type CheckoutSessionReply = z.infer<typeof checkoutSessionReply>;
