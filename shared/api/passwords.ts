import { z } from 'zod';
import { anyPassword, email, newPassword } from './auth.ts';

export const changePasswordRequest = z.object({
  currentPassword: anyPassword,
  newPassword,
});
export const changedPasswordReply = z.object({ token: z.string() });

/** For what a stolen session must not do. */
export const confirmPasswordRequest = z.object({ password: anyPassword });

const codeLength = 6;

export const forgotPasswordRequest = z.object({ email });

/** `code` is the code that was sent for `email`, or the token of the link beside it, which needs no email. */
export const resetPasswordRequest = z
  .object({
    email: email.optional(),
    code: z
      .string('Code is required')
      .trim()
      .regex(/^(\d{6}|[\w-]{22})$/, 'The code has six digits'),
    newPassword,
    /** From the authenticator app, or a recovery code. */
    secondFactorCode: z.string().trim().max(40, 'A code has at most 40 characters').optional(),
  })
  .refine(({ email, code }) => email !== undefined || code.length > codeLength, {
    path: ['email'],
    message: 'Email is required',
  });

export type ChangePasswordRequest = z.input<typeof changePasswordRequest>;
export type ResetPasswordRequest = z.input<typeof resetPasswordRequest>;
