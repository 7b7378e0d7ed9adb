import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { SealedSecret } from './db/schema.ts';

/** Sealed with another SECRET_KEY. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable';
}

/** AES-256-GCM under SECRET_KEY, with the key's id to detect rotation. */
export function sealSecret(secretKey: Buffer, secret: string): SealedSecret {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secretKey, iv);
  const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return {
    keyId: keyIdOf(secretKey),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/** @throws {SecretUnreadable} when it was sealed with another key, or altered. */
export function openSecret(secretKey: Buffer, sealed: SealedSecret): string {
  if (sealed.keyId !== keyIdOf(secretKey)) {
    throw new SecretUnreadable('This was stored under another SECRET_KEY. Enter it again.');
  }
  try {
    const decipher = createDecipheriv('aes-256-gcm', secretKey, Buffer.from(sealed.iv, 'base64'), {
      authTagLength: 16,
    });
    decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
    const data = Buffer.from(sealed.data, 'base64');
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new SecretUnreadable('The stored secret was altered. Enter it again.', { cause });
  }
}

/** Needs SECRET_KEY, because a plain hash of a phone number could be undone by trying them all. */
export function fingerprintOf(secretKey: Buffer, value: string): string {
  return createHmac('sha256', secretKey).update(`fingerprint of ${value}`).digest('hex');
}

function keyIdOf(secretKey: Buffer): string {
  return createHash('sha256').update(secretKey).digest('hex').slice(0, 8);
}
