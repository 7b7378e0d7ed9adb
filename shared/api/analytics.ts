import { z } from 'zod';
import { channelKeys } from '../channels.ts';

export const analyticsRanges = [7, 30, 90] as const;

export const analyticsQuery = z.object({
  /** Whole days, today included. */
  days: z.coerce.number().pipe(z.literal(analyticsRanges, 'days must be 7, 30 or 90')).default(30),
  /** Where a day begins and ends, an IANA name. */
  timeZone: z.string().max(100).default('UTC'),
});

/** What happened in a while. Null where there was nothing to measure. */
const figures = z.object({
  messagesIn: z.number(),
  messagesOut: z.number(),
  /** People who wrote at least once. */
  activePeople: z.number(),
  /** From a text's arrival to its stored reply, in milliseconds. */
  answerTimeMs: z.object({ p50: z.number(), p95: z.number() }).nullable(),
  /** Texts handed to a gateway whose fate is known: delivered, or failed for good. */
  delivered: z.number(),
  failed: z.number(),
  /** 0 to 1: delivered of those whose fate is known. */
  deliveryRate: z.number().nullable(),
  /** Inbound messages that the validator rejected. */
  rejected: z.number(),
  /** 0 to 1, of the messages that a validator has judged. */
  rejectionRate: z.number().nullable(),
  tokens: z.object({ input: z.number(), output: z.number() }),
});

export const analyticsReply = z.object({
  /** First and last day, `YYYY-MM-DD`, in `timeZone`. */
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  totals: figures,
  /** Every day of the range, quiet ones too, oldest first. */
  days: z.array(figures.extend({ day: z.string() })),
  /** Experts with at least one message in the range, busiest first. */
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

export type AnalyticsQuery = z.input<typeof analyticsQuery>;
export type AnalyticsReply = z.infer<typeof analyticsReply>;
export type Figures = z.infer<typeof figures>;
