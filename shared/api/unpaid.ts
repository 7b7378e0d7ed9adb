import { z } from 'zod';

/** Most recent first, where the person can pay for an answer now. */
export const unpaidThreadsReply = z.object({
  threads: z.array(
    z.object({
      threadId: z.uuid(),
      displayName: z.string(),
      imageUrl: z.string().nullable(),
      /** How many of the last texts can be answered now. */
      texts: z.number(),
    }),
  ),
});

/** 0: they are answered already. */
export const answerUnpaidReply = z.object({ answering: z.number() });

export type UnpaidThreads = z.infer<typeof unpaidThreadsReply>;
export type UnpaidThread = UnpaidThreads['threads'][number];
