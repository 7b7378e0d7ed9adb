import { z } from 'zod';
import { channelKeys, deliveryStates } from '../channels.ts';
import { creditEntryKinds, subscriptionStatuses } from './billing.ts';
import { timestamp } from './common.ts';
import { attachmentStates, messageContents, messageOrigins, source } from './threads.ts';

export const deleteAccountRequest = z.object({
  password: z.string('Password is required').min(1, 'Password is required').max(1000),
});

const exportedMessage = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  direction: z.enum(['inbound', 'outbound']),
  origin: z.enum(messageOrigins),
  body: z.string(),
  content: z.enum(messageContents),
  sources: z.array(source),
  gatewayMessageId: z.string().nullable(),
  /** The message that it answers. */
  replyToId: z.uuid().nullable(),
  delivery: z.enum(deliveryStates).nullable(),
  /** Why it did not arrive. */
  deliveryReason: z.string().nullable(),
  pictures: z.array(
    z.object({
      state: z.enum(attachmentStates),
      reason: z.string().nullable(),
      contentType: z.literal('image/webp'),
      base64: z.string().nullable(),
    }),
  ),
});

/** Everything that is held of a person. Not in it: what is an expert's (prompts), and anybody else's. */
export const accountExport = z.object({
  exportedAt: timestamp,
  profile: z.object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    phoneProvedAt: timestamp.nullable(),
    role: z.enum(['ADMIN', 'USER']),
    createdAt: timestamp,
    messageCount: z.number(),
    paidMessages: z.number(),
    subExpiration: timestamp.nullable(),
    stripeCustomerId: z.string().nullable(),
    trialStartedAt: timestamp.nullable(),
  }),
  smsConsent: z
    .object({ at: timestamp, version: z.string().nullable(), address: z.string().nullable() })
    .nullable(),
  /** When somebody logged in who may still be. */
  sessions: z.array(z.object({ createdAt: timestamp, expiresAt: timestamp })),
  connections: z.array(
    z.object({
      expert: z.string(),
      handle: z.string().nullable(),
      state: z.enum(['pending', 'active']),
      createdAt: timestamp,
      activatedAt: timestamp.nullable(),
    }),
  ),
  optOuts: z.array(
    z.object({
      channel: z.enum(channelKeys),
      address: z.string(),
      handle: z.string(),
      optedOutAt: timestamp,
    }),
  ),
  /** What else a gateway calls them. */
  aliases: z.array(
    z.object({ channel: z.enum(channelKeys), alias: z.string(), handle: z.string() }),
  ),
  ledger: z.array(
    z.object({
      createdAt: timestamp,
      kind: z.enum(creditEntryKinds),
      reason: z.string(),
      granted: z.number(),
      used: z.number(),
      /** What it was for: an answered message, or a payment. */
      messageId: z.uuid().nullable(),
      checkoutSessionId: z.string().nullable(),
    }),
  ),
  payments: z.array(
    z.object({
      checkoutSessionId: z.string(),
      paymentIntentId: z.string().nullable(),
      reversal: z.enum(['refund', 'dispute']).nullable(),
      createdAt: timestamp,
    }),
  ),
  subscriptions: z.array(
    z.object({
      stripeSubscriptionId: z.string(),
      plan: z.enum(['monthly', 'annual']),
      status: z.enum(subscriptionStatuses),
      startedAt: timestamp,
      currentPeriodEnd: timestamp.nullable(),
      cancelAtPeriodEnd: z.boolean(),
    }),
  ),
  /** An admin's: what they changed, and what they tried out. */
  changes: z.array(z.object({ createdAt: timestamp, action: z.string(), entityId: z.uuid() })),
  testConversations: z.array(
    z.object({
      expert: z.string(),
      title: z.string(),
      messages: z.array(
        z.object({ createdAt: timestamp, role: z.enum(['user', 'assistant']), body: z.string() }),
      ),
    }),
  ),
  conversations: z.array(
    z.object({
      id: z.uuid(),
      expert: z.string(),
      handle: z.string(),
      title: z.string().nullable(),
      createdAt: timestamp,
      messages: z.array(exportedMessage),
    }),
  ),
});

export type AccountExport = z.output<typeof accountExport>;
