import { z } from 'zod';

/** In the order in which an expert is set up. */
export const checklistSteps = [
  'provider',
  'number',
  'webhook',
  'seen',
  'answered',
  'live',
] as const;

export const checklistReply = z.object({
  /** The server measures each step on request; an admin can't tick one off. */
  steps: z.array(
    z.object({
      name: z.enum(checklistSteps),
      isDone: z.boolean(),
      /** What is missing, or what to do; null if there is nothing to say. */
      detail: z.string().nullable(),
    }),
  ),
  /** Whether `PUT …/webhook` can set the webhook at the gateway. */
  canSetWebhook: z.boolean(),
});

export type ChecklistReply = z.infer<typeof checklistReply>;
export type ChecklistStep = ChecklistReply['steps'][number];
