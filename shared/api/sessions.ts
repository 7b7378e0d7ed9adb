import { z } from 'zod';
import { timestamp } from './common.ts';

export const sessionsReply = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      device: z.string().nullable(),
      createdAt: timestamp,
      /** A few minutes behind. */
      lastUsedAt: timestamp,
      isCurrent: z.boolean(),
    }),
  ),
});

export type SessionsReply = z.infer<typeof sessionsReply>;
