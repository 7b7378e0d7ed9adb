import { z } from 'zod';

/** In the order of setup. */
export const setupSteps = [
  'password',
  'provider',
  'expert',
  'payments',
  'domain',
  'proxy',
  'help',
] as const;

export const setupReply = z.object({
  /** Of the process that answers; during an update two may run. */
  version: z.string(),
  /** Measured on request; an admin can't tick one off. */
  steps: z.array(
    z.object({
      name: z.enum(setupSteps),
      isDone: z.boolean(),
      /** What to do; null once done. */
      detail: z.string().nullable(),
    }),
  ),
});

export type SetupReply = z.infer<typeof setupReply>;
export type SetupStep = SetupReply['steps'][number];
