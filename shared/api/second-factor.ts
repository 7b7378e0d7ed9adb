import { z } from 'zod';
import { anyPassword } from './auth.ts';

const code = z
  .string('Code is required')
  .trim()
  .min(1, 'Code is required')
  .max(40, 'Enter a code from your authenticator app, or a recovery code');

export const codeRequest = z.object({ code });
export const beginSecondFactorRequest = z.object({ password: anyPassword });
/** `uri` holds the same secret, as a QR code. */
export const beginSecondFactorReply = z.object({ uri: z.string(), secret: z.string() });
/** Shown once: the server keeps only fingerprints. */
export const recoveryCodesReply = z.object({ recoveryCodes: z.array(z.string()) });
export const secondFactorReply = z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number() });

export type BeginSecondFactorReply = z.infer<typeof beginSecondFactorReply>;
export type RecoveryCodesReply = z.infer<typeof recoveryCodesReply>;
export type SecondFactorReply = z.infer<typeof secondFactorReply>;
