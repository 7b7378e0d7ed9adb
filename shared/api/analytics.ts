import { z } from 'zod';
import { channelKeys } from '../channels.ts';
import { analyticsRanges } from '../limits.ts';
import { calendarDay, timestamp, timeZone } from './common.ts';

export const analyticsQuery = z.object({
  days: z.coerce.number().pipe(z.literal(analyticsRanges, 'days must be 7, 30 or 90')).default(30),
  timeZone,
  /** Only what was said with this expert. */
  expertId: z.uuid('expertId must be a valid id').optional(),
});

/**
 * What happened in a while: every message counts where it was stored, its answer, verdict and fate
 * with it. Test conversations are no messages. Null where there was nothing to measure.
 */
const figures = z.object({
  messagesIn: z.number(),
  /** Sagewire's own texts included. */
  messagesOut: z.number(),
  systemTexts: z.number(),
  /** People who wrote at least once; a phone that nobody has proved is a person too. */
  activePeople: z.number(),
  /** Messages in that the model has answered. */
  answered: z.number(),
  /** From a message's arrival to its stored reply, waiting included, in milliseconds. */
  answerTimeMs: z.object({ p50: z.number(), p95: z.number() }).nullable(),
  /** Texts handed to a gateway whose fate is known: delivered or read, or failed for good. */
  delivered: z.number(),
  failed: z.number(),
  /** 0 to 1: delivered of those whose fate is known. */
  deliveryRate: z.number().nullable(),
  /** Messages in that a validator has judged, and those it rejected. */
  judged: z.number(),
  rejected: z.number(),
  /** 0 to 1: rejected of the judged. */
  rejectionRate: z.number().nullable(),
  /** What models reported, for replies and verdicts; `unreported` counts the calls they said nothing of. */
  tokens: z.object({ input: z.number(), output: z.number(), unreported: z.number() }),
});

export const analyticsReply = z.object({
  /** First and last day, both included, in `timeZone`. */
  from: calendarDay,
  to: calendarDay,
  timeZone: z.string(),
  computedAt: timestamp,
  /** Whether there is any message at all, whenever and with whomever. */
  hasMessages: z.boolean(),
  totals: figures,
  /** Every day of the range, quiet ones too, oldest first. */
  days: z.array(figures.extend({ day: calendarDay })),
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

export type AnalyticsQuery = z.output<typeof analyticsQuery>;
export type AnalyticsReply = z.infer<typeof analyticsReply>;
export type Figures = z.infer<typeof figures>;
