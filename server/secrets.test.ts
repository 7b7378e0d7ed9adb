import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { openSecret, SecretUnreadable, sealSecret } from './secrets.ts';

const key = randomBytes(32);

it('gives back what was sealed, and never seals the same way twice', () => {
  const sealed = sealSecret(key, 'sk-ключ-🔑');
  expect(openSecret(key, sealed)).toBe('sk-ключ-🔑');
  expect(sealSecret(key, 'sk-ключ-🔑').data).not.toBe(sealed.data);
  expect(sealed.keyId).toBe(createHash('sha256').update(key).digest('hex').slice(0, 8));
});

it('opens nothing with another key, and nothing that was altered', () => {
  const sealed = sealSecret(key, 'sk-secret');
  expect(() => openSecret(randomBytes(32), sealed)).toThrow(SecretUnreadable);
  const data = Buffer.from(sealed.data, 'base64');
  data[0] = (data[0] as number) ^ 1;
  expect(() => openSecret(key, { ...sealed, data: data.toString('base64') })).toThrow(
    SecretUnreadable,
  );
  expect(() => openSecret(key, { ...sealed, tag: sealed.tag.slice(0, 8) })).toThrow(
    SecretUnreadable,
  );
});
