import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { SealedSecret } from '#server/db/schema.ts';
import { deriveKey } from './derive-key.ts';

/** `current` seals; during a rotation `old` still opens. */
export type SecretKeys = { current: Buffer; old: Buffer | null };

/** As table.column. */
export type SealedColumn = 'providers.api_key' | 'stored_keys.sealed' | 'users.totp_secret';
/** Copied to another row or column, a value can't be opened. */
export type Place = { column: SealedColumn; row: string };

/** Fingerprints differ by purpose. */
type FingerprintPurpose =
  | 'alert webhook'
  | 'trial'
  | 'code'
  | 'answer'
  | 'email code'
  | 'login'
  | 'recovery code'
  | 'network'
  | 'prefix'
  | 'mailbox'
  | 'owner link'
  | 'phone';

export type Secrets = {
  keyId: string;
  seal(place: Place, secret: string): SealedSecret;
  /** @throws {SecretUnreadable} for an unknown key, another place or an altered value. */
  open(place: Place, sealed: SealedSecret): string;
  /** Keyed: a plain hash of a phone number is found by trying all. */
  fingerprint(purpose: FingerprintPurpose, value: string): string;
};

export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable';
}

/** AES-256-GCM. Fingerprints have their own key, so they survive a rotation of SECRET_KEY. */
export function createSecrets(keys: SecretKeys, fingerprintKey: Buffer): Secrets {
  return {
    ...createSealer(keys),
    fingerprint(purpose, value) {
      const key = deriveKey(fingerprintKey, `fingerprint of a ${purpose}`);
      return createHmac('sha256', key).update(value).digest('hex');
    },
  };
}

export function createSealer({ current, old }: SecretKeys) {
  const sealing = toSealingKey(current);
  const known = old ? [sealing, toSealingKey(old)] : [sealing];
  return {
    keyId: sealing.id,
    seal(place: Place, secret: string): SealedSecret {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing.key, iv).setAAD(toAad(place));
      const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return {
        keyId: sealing.id,
        iv: iv.toString('base64'),
        tag: cipher.getAuthTag().toString('base64'),
        data: data.toString('base64'),
      };
    },
    open(place: Place, sealed: SealedSecret): string {
      const found = known.find(({ id }) => id === sealed.keyId);
      if (!found) {
        throw new SecretUnreadable('This was stored under another SECRET_KEY. Enter it again.');
      }
      return decrypt(found.key, place, sealed);
    },
  };
}

/** Names a key to the operator. */
export const fingerprintOfKey = (secretKey: Buffer) => toSealingKey(secretKey).id;

function decrypt(key: KeyObject, place: Place, { iv, tag, data }: SealedSecret): string {
  try {
    const options = { authTagLength: 16 };
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), options);
    decipher.setAAD(toAad(place)).setAuthTag(Buffer.from(tag, 'base64'));
    const opened = [decipher.update(Buffer.from(data, 'base64')), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch (cause) {
    throw new SecretUnreadable('The stored secret was altered. Enter it again.', { cause });
  }
}

function toSealingKey(secretKey: Buffer) {
  const key = deriveKey(secretKey, 'sealing');
  return {
    key: createSecretKey(key),
    id: createHash('sha256').update(key).digest('hex').slice(0, 8),
  };
}

function toAad({ column, row }: Place): Buffer {
  return Buffer.from(`${column} ${row}`);
}
