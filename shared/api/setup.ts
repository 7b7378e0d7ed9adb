import { z } from 'zod';

/** In the order in which an installation is made ready for people. */
export const setupSteps = ['password', 'provider', 'expert', 'payments', 'domain'] as const;

export const setupReply = z.object({
  /** Each is measured when it is asked for, never clicked. */
  steps: z.array(
    z.object({
      name: z.enum(setupSteps),
      isDone: z.boolean(),
      /** What to do; null: done. */
      detail: z.string().nullable(),
    }),
  ),
});

export type SetupReply = z.infer<typeof setupReply>;
export type SetupStep = SetupReply['steps'][number];
