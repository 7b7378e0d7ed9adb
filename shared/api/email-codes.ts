import { z } from 'zod';

/** From the mail of the sign-up. */
export const verifyEmailRequest = z.object({
  code: z
    .string('Code is required')
    .trim()
    .regex(/^\d{6}$/, 'The code has six digits'),
});
