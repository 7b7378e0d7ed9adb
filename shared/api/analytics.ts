import { z } from 'zod';
import { channelKeys } from '../channels.ts';
import { analyticsRanges } from '../limits.ts';
import { calendarDay, timestamp, timeZone } from './common.ts';

export const analyticsQuery = z.object({
  days: z.coerce.number().pipe(z.literal(analyticsRanges, 'days must be 7, 30 or 90')).default(30),
  timeZone,
  expertId: z.uuid('expertId must be a valid id').optional(),
});

/**
 * A message counts on the day it was stored, with its answer, verdict and delivery. Test
 * conversations don't count. Null: nothing to measure.
 */
const figures = z.object({
  messagesIn: z.number(),
  /** Includes system texts; without replies that were held back. */
  messagesOut: z.number(),
  systemTexts: z.number(),
  /** With unverified phones, too. */
  activePeople: z.number(),
  /** By a model. */
  answered: z.number(),
  /** From arrival to the stored reply, including the queue. */
  answerTimeMs: z.object({ p50: z.number(), p95: z.number() }).nullable(),
  delivered: z.number(),
  failed: z.number(),
  /** 0 to 1, of texts with a final outcome. */
  deliveryRate: z.number().nullable(),
  validated: z.number(),
  rejected: z.number(),
  /** 0 to 1, of validated messages. */
  rejectionRate: z.number().nullable(),
  /** As reported; `unreported` counts calls without a report. */
  tokens: z.object({ input: z.number(), output: z.number(), unreported: z.number() }),
});

export const analyticsReply = z.object({
  /** Both days included, in `timeZone`. */
  from: calendarDay,
  to: calendarDay,
  timeZone: z.string(),
  computedAt: timestamp,
  hasMessages: z.boolean(),
  /** Texts to unverified phones in the last 24 hours; `unsent`: only a code was shown, because a limit was reached. */
  questions: z.object({ today: z.number(), unsent: z.number(), limit: z.number() }),
  /** The wait of the oldest message; beyond the limit, or null (a slow database), new ones are refused. */
  backlog: z.object({ seconds: z.number().nullable(), limit: z.number() }),
  totals: figures,
  days: z.array(figures.extend({ day: calendarDay })),
  /** With a message in the range, busiest first. */
  experts: z.array(
    figures.extend({
      expert: z.object({
        id: z.uuid(),
        displayName: z.string(),
        imageUrl: z.string().nullable(),
        channel: z.enum(channelKeys),
      }),
    }),
  ),
});

export type AnalyticsQuery = z.output<typeof analyticsQuery>;
export type AnalyticsReply = z.infer<typeof analyticsReply>;
export type Figures = z.infer<typeof figures>;
