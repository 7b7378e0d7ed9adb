import type { Environment } from '#server/outside/settings/environment.ts';
import { deriveKey } from './secrets/derive-key.ts';

/** Printed at every start of a sandbox and in the README, so it is refused wherever others can reach the product. */
export const publicPassword = 'Sagewire-demo-1';
export const knownEmail = 'admin@example.com';

export type Admin = {
  email: string;
  password: string;
  isSandboxDefault: boolean;
  /** What a sandbox's admin has after a start where others could, or couldn't, reach it; null outside a sandbox. */
  otherPassword: string | null;
};

/** @param options.takesKnownPassword whether only this machine can reach the sandbox. */
export function readAdmin(
  env: Environment,
  {
    isSandbox,
    takesKnownPassword,
    secretKey,
  }: { isSandbox: boolean; takesKnownPassword: boolean; secretKey: Buffer },
): Admin | null {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env;
  if (email && password) return { email, password, isSandboxDefault: false, otherPassword: null };
  if (!isSandbox || env.NODE_ENV === 'production') return null;
  // The same at each start, and known to the owner of this terminal and of SECRET_KEY alone.
  const ownPassword = `Sagewire-${deriveKey(secretKey, 'sandbox admin').toString('hex').slice(0, 24)}`;
  const [now, other] = takesKnownPassword
    ? [publicPassword, ownPassword]
    : [ownPassword, publicPassword];
  return { email: knownEmail, password: now, isSandboxDefault: true, otherPassword: other };
}
