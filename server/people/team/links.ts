import { createHash, randomBytes } from 'node:crypto';
import { dayMs } from '#shared/time.ts';

export const lifetimeMs = dayMs;

/** In the fragment, which no server or proxy logs. */
export function createLink(publicUrl: string, email: string): { token: string; link: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, link: `${publicUrl}/invitation#${new URLSearchParams({ token, email })}` };
}

export function hashLink(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
