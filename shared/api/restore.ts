import { z } from 'zod';

const waitingChoice = z.enum(['answer', 'close']);
const unsentChoice = z.enum(['send', 'close']);
export type WaitingChoice = z.output<typeof waitingChoice>;
export type UnsentChoice = z.output<typeof unsentChoice>;

/** Of what waited at the backup. One that is left out stays undecided, unless nothing waited. */
export const restoreChoices = z.strictObject({
  waiting: waitingChoice.optional(),
  unsent: unsentChoice.optional(),
});
export type RestoreChoices = z.output<typeof restoreChoices>;

const pause = z.object({
  backedUpAt: z.iso.datetime(),
  restoredAt: z.iso.datetime(),
  version: z.string(),
  /** Texts that were not answered at the backup. */
  waiting: z.object({ count: z.int(), choice: waitingChoice.nullable() }),
  /** Texts that had not gone out at the backup. */
  unsent: z.object({ count: z.int(), choice: unsentChoice.nullable() }),
  /** Texts that came since the restore. */
  arrived: z.int(),
  /** Whether Stripe's events since the backup are applied; `off` without Stripe. */
  payments: z.enum(['pending', 'fetched', 'off']),
});
export type Pause = z.output<typeof pause>;

/** Null: the installation works. */
export const pauseReply = z.object({ pause: pause.nullable() });
export type PauseReply = z.output<typeof pauseReply>;
