import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSecrets, type Place, SecretUnreadable } from './secrets.ts';

const [current, fingerprintKey] = [randomBytes(32), randomBytes(32)];
const secrets = createSecrets({ current, old: null }, fingerprintKey);
const place: Place = { column: 'providers.api_key', row: 'a' };

it('gives back what was sealed, and never seals the same way twice', () => {
  const sealed = secrets.seal(place, 'sk-ключ-🔑');
  expect(secrets.open(place, sealed)).toBe('sk-ключ-🔑');
  expect(secrets.seal(place, 'sk-ключ-🔑').data).not.toBe(sealed.data);
});

it('opens nothing with another key, and nothing that was altered', () => {
  const sealed = secrets.seal(place, 'sk-secret');
  const others = createSecrets({ current: randomBytes(32), old: null }, fingerprintKey);
  expect(() => others.open(place, sealed)).toThrow(SecretUnreadable);
  const data = Buffer.from(sealed.data, 'base64');
  data[0] = (data[0] as number) ^ 1;
  const altered = { ...sealed, data: data.toString('base64') };
  expect(() => secrets.open(place, altered)).toThrow(SecretUnreadable);
  const shortened = { ...sealed, tag: sealed.tag.slice(0, 8) };
  expect(() => secrets.open(place, shortened)).toThrow(SecretUnreadable);
});

it.each<Place>([
  { column: 'providers.api_key', row: 'b' },
  { column: 'stored_keys.sealed', row: 'a' },
])('opens no value that was copied to %j', (elsewhere) => {
  const sealed = secrets.seal(place, 'sk-secret');
  expect(() => secrets.open(elsewhere, sealed)).toThrow(SecretUnreadable);
});

it('opens with the old key and seals with the new one during a rotation', () => {
  const keys = { current: randomBytes(32), old: current };
  const rotating = createSecrets(keys, fingerprintKey);
  expect(rotating.open(place, secrets.seal(place, 'sk-secret'))).toBe('sk-secret');
  const sealed = rotating.seal(place, 'sk-secret');
  expect(sealed.keyId).not.toBe(secrets.keyId);
  const rotated = createSecrets({ ...keys, old: null }, fingerprintKey);
  expect(rotated.open(place, sealed)).toBe('sk-secret');
});

it('has fingerprints that survive a rotation and differ between purposes', () => {
  const rotated = createSecrets({ current: randomBytes(32), old: null }, fingerprintKey);
  const fingerprint = secrets.fingerprint('trial', '+12025550100');
  expect(rotated.fingerprint('trial', '+12025550100')).toBe(fingerprint);
  expect(secrets.fingerprint('code', '+12025550100')).not.toBe(fingerprint);
});
