import { z } from 'zod';
import { planIds } from '../plans.ts';
import { timestamp } from './common.ts';

export const planReply = z.object({
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

/** Plans that can't be bought here are left out. */
export const pricingReply = z.object({
  plans: z.partialRecord(z.enum(planIds), planReply),
});

export const checkoutRequest = z.object({
  plan: z.enum(planIds, `Plan must be one of ${planIds.join(', ')}`),
});

/** The trial is active at once; every other plan is paid for at `url`. */
export const checkoutReply = z.object({
  success: z.boolean(),
  message: z.string(),
  url: z.string().optional(),
});

export const subscriptionStatuses = ['none', 'active', 'past_due', 'canceled'] as const;
export const subscriptionReply = z.object({
  subscription: z.object({
    status: z.enum(subscriptionStatuses),
    plan: z.enum(['monthly', 'annual']).nullable(),
    currentPeriodEnd: timestamp.nullable(),
    cancelAtPeriodEnd: z.boolean(),
  }),
});

export const portalReply = z.object({ url: z.string() });
export const checkoutSessionParams = z.object({ sessionId: z.string().min(1).max(200) });
export const checkoutSessionReply = z.object({ plan: z.enum(planIds) });

export type PricingReply = z.infer<typeof pricingReply>;
export type CheckoutRequest = z.input<typeof checkoutRequest>;
export type CheckoutReply = z.infer<typeof checkoutReply>;
export type Subscription = z.infer<typeof subscriptionReply>['subscription'];
export type PortalReply = z.infer<typeof portalReply>;
export type CheckoutSessionReply = z.infer<typeof checkoutSessionReply>;
