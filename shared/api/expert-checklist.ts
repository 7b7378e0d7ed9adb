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
  /** Each is measured when it is asked for, never clicked. */
  steps: z.array(
    z.object({
      name: z.enum(checklistSteps),
      isDone: z.boolean(),
      /** What is missing, or what to do; null: nothing to say. */
      detail: z.string().nullable(),
    }),
  ),
  /** Whether `PUT …/webhook` can set the webhook at the gateway. */
  canSetWebhook: z.boolean(),
});

export type ChecklistReply = z.infer<typeof checklistReply>;
export type ChecklistStep = ChecklistReply['steps'][number];
