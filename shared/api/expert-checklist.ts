import { z } from 'zod';

/** In the order of setup. */
export const checklistSteps = [
  'provider',
  'number',
  'webhook',
  'seen',
  'answered',
  'live',
] as const;

export const checklistReply = z.object({
  /** Measured on request; an admin can't tick one off. */
  steps: z.array(
    z.object({
      name: z.enum(checklistSteps),
      isDone: z.boolean(),
      /** What is missing, or what to do. */
      detail: z.string().nullable(),
    }),
  ),
  canSetWebhook: z.boolean(),
});

export type ChecklistReply = z.infer<typeof checklistReply>;
export type ChecklistStep = ChecklistReply['steps'][number];
