import { z } from 'zod';

/** With texts that the person can now pay to have answered, most recent first. */
export const unpaidThreadsReply = z.object({
  threads: z.array(
    z.object({
      threadId: z.uuid(),
      displayName: z.string(),
      imageUrl: z.string().nullable(),
      texts: z.number(),
    }),
  ),
});

/** 0 if answered already. */
export const answerUnpaidReply = z.object({ answering: z.number() });

export type UnpaidThreads = z.infer<typeof unpaidThreadsReply>;
export type UnpaidThread = UnpaidThreads['threads'][number];
