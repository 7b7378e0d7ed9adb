import { createHash, randomBytes } from 'node:crypto';
import type { UserRow } from '#server/db/schema.ts';
import { toNetwork } from '#server/outside/network.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Client } from '../sign-in/read-client.ts';

type Needs = Pick<Runtime, 'secrets'>;
const linkBytes = 16;

/** Which device asked for a code or types one, as far as it says; else its network. */
export function identifyAsker(
  { secrets }: Needs,
  { deviceToken, address }: Pick<Client, 'deviceToken' | 'address'>,
): string {
  const asker = deviceToken ? `device ${deviceToken}` : `network ${toNetwork(address)}`;
  return secrets.fingerprint('code', asker);
}

/** 128 random bits, as short as a text needs them. */
export const makeResetToken = () => randomBytes(linkBytes).toString('base64url');

export const isResetToken = (code: string) => /^[\w-]{22}$/.test(code);

export function hashResetToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

type Reset = { sentBy: 'mail' | 'text' | null; sentTo: string | null };

/** Null once the number has left the account. */
export function fingerprintPlace(
  { secrets }: Needs,
  { email, phoneNumber, phoneVerifiedAt }: UserRow,
  sentBy: 'mail' | 'text',
): string | null {
  if (sentBy === 'mail') return secrets.fingerprint('code', `mail ${email}`);
  if (!phoneNumber || !phoneVerifiedAt) return null;
  return secrets.fingerprint('code', `text ${phoneNumber}`);
}

/** Where it was sent is still a place of the account. Rows from before say nothing. */
export function isStillSentThere(needs: Needs, user: UserRow, { sentBy, sentTo }: Reset): boolean {
  return !sentBy || sentTo === null || sentTo === fingerprintPlace(needs, user, sentBy);
}
