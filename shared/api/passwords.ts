import { z } from 'zod';
import { anyPassword, email, newPassword } from './auth.ts';

export const changePasswordRequest = z.object({
  currentPassword: anyPassword,
  newPassword,
});
export const changedPasswordReply = z.object({ token: z.string() });

/** For what a stolen session must not do. */
export const confirmPasswordRequest = z.object({ password: anyPassword });

export const forgotPasswordRequest = z.object({ email });

export const resetPasswordRequest = z.object({
  email,
  code: z
    .string('Code is required')
    .trim()
    .regex(/^\d{6}$/, 'The code has six digits'),
  newPassword,
  /** From the authenticator app, or a recovery code. */
  secondFactorCode: z.string().trim().max(40, 'A code has at most 40 characters').optional(),
});

export type ChangePasswordRequest = z.input<typeof changePasswordRequest>;
export type ResetPasswordRequest = z.input<typeof resetPasswordRequest>;
