import { z } from 'zod';
import { channelKeys, deliveryStates } from '../channels.ts';
import { roles } from '../roles.ts';
import { anyPassword } from './auth.ts';
import { creditEntryKinds, subscriptionStatuses } from './billing.ts';
import { timestamp } from './common.ts';
import { attachmentStates, messageContents, messageOrigins, source } from './messages.ts';

export const deleteAccountRequest = z.object({
  password: anyPassword,
});

export const exportQuery = z.object({
  format: z.enum(['json', 'html'], 'format must be json or html').default('json'),
});

const exportedMessage = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  direction: z.enum(['inbound', 'outbound']),
  origin: z.enum(messageOrigins),
  body: z.string(),
  content: z.enum(messageContents),
  sources: z.array(source),
  /** Words of the expert's documents that an answer leans on. */
  quotes: z.array(z.object({ title: z.string(), page: z.number().nullable(), words: z.string() })),
  gatewayMessageId: z.string().nullable(),
  replyToId: z.uuid().nullable(),
  delivery: z.enum(deliveryStates).nullable(),
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

const exportedOptOuts = z.array(
  z.object({
    channel: z.enum(channelKeys),
    address: z.string(),
    handle: z.string(),
    optedOutAt: timestamp,
  }),
);
const exportedConversations = z.array(
  z.object({
    id: z.uuid(),
    expert: z.string(),
    handle: z.string(),
    title: z.string().nullable(),
    createdAt: timestamp,
    messages: z.array(exportedMessage),
  }),
);

export const numberExport = z.object({
  exportedAt: timestamp,
  handle: z.string(),
  optOuts: exportedOptOuts,
  conversations: exportedConversations,
});

/** Everything stored about a person, without experts' prompts or other people's data. */
export const accountExport = z.object({
  exportedAt: timestamp,
  profile: z.object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    phoneVerifiedAt: timestamp.nullable(),
    pendingPhoneNumber: z.string().nullable(),
    role: z.enum(roles),
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
  sessions: z.array(
    z.object({
      device: z.string().nullable(),
      createdAt: timestamp,
      lastUsedAt: timestamp,
      expiresAt: timestamp,
    }),
  ),
  connections: z.array(
    z.object({
      expert: z.string(),
      handle: z.string().nullable(),
      state: z.enum(['pending', 'active']),
      createdAt: timestamp,
      activatedAt: timestamp.nullable(),
    }),
  ),
  optOuts: exportedOptOuts,
  /** Other ids that a gateway uses for the person. */
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
      messageId: z.uuid().nullable(),
      checkoutSessionId: z.string().nullable(),
      invoiceId: z.string().nullable(),
      /** In the currency's smallest unit; null if none or unknown. */
      amount: z.number().nullable(),
      currency: z.string().nullable(),
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
  bankPayments: z.array(
    z.object({
      checkoutSessionId: z.string(),
      plan: z.enum(['payg', 'monthly', 'annual']),
      /** In the currency's smallest unit. */
      amount: z.number(),
      currency: z.string(),
      state: z.enum(['pending', 'paid', 'failed']),
      createdAt: timestamp,
      updatedAt: timestamp,
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
  changes: z.array(
    z.object({ createdAt: timestamp, action: z.string(), entityId: z.uuid().nullable() }),
  ),
  testConversations: z.array(
    z.object({
      expert: z.string(),
      title: z.string(),
      messages: z.array(
        z.object({ createdAt: timestamp, role: z.enum(['user', 'assistant']), body: z.string() }),
      ),
    }),
  ),
  conversations: exportedConversations,
});

export type NumberExport = z.output<typeof numberExport>;
export type AccountExport = z.output<typeof accountExport>;
