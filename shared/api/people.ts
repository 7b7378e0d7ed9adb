import { z } from 'zod';
import { channelKeys } from '../channels.ts';
import { planIds } from '../plans.ts';
import { roles } from '../roles.ts';
import { pageQuery, timestamp } from './common.ts';

export const peopleQuery = pageQuery.extend({
  q: z.string().trim().max(200, 'A search has at most 200 characters').optional(),
});

const personReply = z.object({
  /** Of the account, else of a conversation: numbers stay out of URLs and logs. */
  id: z.uuid(),
  /** `number`: texts without an account. */
  kind: z.enum(['account', 'number']),
  name: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(roles).nullable(),
  /** E.164, or a gateway's id of the person. */
  handle: z.string().nullable(),
  /** Of a number's newest conversation; null for accounts. */
  channel: z.enum(channelKeys).nullable(),
  isVerified: z.boolean(),
  /** The plan that last granted the person messages. */
  plan: z.enum(planIds).nullable(),
  messageCount: z.number(),
  paidMessages: z.number(),
  subExpiration: timestamp.nullable(),
  threadCount: z.number(),
  isOptedOut: z.boolean(),
  /** The last text or use of the dashboard, a few minutes behind. */
  lastSeenAt: timestamp.nullable(),
  createdAt: timestamp,
});

/** Newest first. */
export const peopleReply = z.object({
  people: z.array(personReply),
  nextCursor: z.string().nullable(),
});

export const personDetailsReply = z.object({
  person: personReply,
  /** Null for agents. */
  hasSecondFactor: z.boolean().nullable(),
  addresses: z.array(
    z.object({
      handle: z.string(),
      /** Null if claimed only. */
      verifiedAt: timestamp.nullable(),
    }),
  ),
  optOuts: z.array(
    z.object({
      expert: z.string(),
      channel: z.enum(channelKeys),
      optedOutAt: timestamp,
      /** Ends with the person's next text. */
      hasClosed: z.boolean(),
    }),
  ),
  threads: z.array(
    z.object({
      id: z.uuid(),
      title: z.string().nullable(),
      expert: z.string(),
      channel: z.enum(channelKeys),
      messageCount: z.number(),
      lastMessageAt: timestamp.nullable(),
      isCurrent: z.boolean(),
    }),
  ),
  sessions: z.array(
    z.object({
      id: z.uuid(),
      device: z.string().nullable(),
      createdAt: timestamp,
      lastUsedAt: timestamp,
    }),
  ),
  /** From the audit log. */
  changes: z.array(
    z.object({
      id: z.uuid(),
      action: z.string(),
      /** Null if the caller was not signed in. */
      by: z.string().nullable(),
      before: z.record(z.string(), z.unknown()).nullable(),
      after: z.record(z.string(), z.unknown()).nullable(),
      createdAt: timestamp,
    }),
  ),
});

export const endedSessionsReply = z.object({ ended: z.number() });

export type Person = z.infer<typeof personReply>;
export type PeopleReply = z.infer<typeof peopleReply>;
export type PersonDetails = z.infer<typeof personDetailsReply>;
