import { z } from 'zod';
import { anyPassword, email } from './auth.ts';

export const changeEmailForm = z.object({ email, currentPassword: anyPassword });

/** From a mailed link: the new address confirms, the old one objects. */
export const emailChangeRequest = z.object({
  answer: z.enum(['confirm', 'object']),
  token: z.string().regex(/^[\w-]{43}$/, 'This link is incomplete'),
});
export const emailChangeReply = z.object({ email: z.string() });

export type EmailChangeRequest = z.input<typeof emailChangeRequest>;
export type EmailChangeReply = z.infer<typeof emailChangeReply>;
