import { z } from 'zod';

const token = z.string().regex(/^[0-9a-f]{32}$/, 'This link is incomplete');

/** From a notice to the account's owner. */
export const lockRequest = z.object({ token });
export const lockReply = z.object({ email: z.string().describe('Masked') });
/** From a message to the account's owner about a device that waits. */
export const deviceRequest = z.object({ token });

export type LockReply = z.infer<typeof lockReply>;
