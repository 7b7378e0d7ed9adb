import { z } from 'zod';
import { threadChoice, threadIds, withOneChoice } from './thread-filters.ts';

/** For up to 200 conversations; `undo` takes back the caller's last gesture on each. */
export const gesturesRequest = z.discriminatedUnion('action', [
  withOneChoice(threadChoice.extend({ action: z.literal('resolve') })),
  withOneChoice(
    threadChoice.extend({
      action: z.literal('assign'),
      /** Apart from `assigneeId`, which filters. */
      assignTo: z.uuid('assignTo must be a valid id').nullable(),
    }),
  ),
  z.object({ action: z.literal('undo'), threadIds: threadIds() }),
]);
/** `refusal`: why nothing was done; null also where there was nothing to do. */
export const gesturesReply = z.object({
  results: z.array(
    z.object({ threadId: z.uuid(), isDone: z.boolean(), refusal: z.string().nullable() }),
  ),
});

export type GesturesRequest = z.infer<typeof gesturesRequest>;
export type GesturesInput = z.input<typeof gesturesRequest>;
export type GesturesReply = z.infer<typeof gesturesReply>;
