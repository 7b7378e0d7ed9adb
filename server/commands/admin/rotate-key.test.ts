import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprintOfKey, type SecretKeys } from '#server/access/secrets/secrets.ts';
import { loadSecrets } from '#server/access/secrets/store.ts';
import { providers } from '#server/db/schema.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aPhone, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { runAdmin } from './run.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const toText = (key: Buffer) => key.toString('base64');
const keyFile = () => join(test.runtime.config.dataDir, 'secret.key');
const run = (args: string[], settings: Record<string, string>) =>
  runAdmin(['rotate-key', ...args], {
    environment: { DATA_DIR: test.runtime.config.dataDir, ...settings },
    openDatabase: test.openDatabase,
  });
const rotate = ({ current, old }: SecretKeys, ...args: string[]) =>
  run(args, { SECRET_KEY: toText(current), ...(old && { SECRET_KEY_OLD: toText(old) }) });

let inUse: Buffer;
async function restartWith(current: Buffer, old: Buffer | null = null): Promise<void> {
  test.runtime.secrets = await loadSecrets(test.runtime.db, { current, old });
  inUse = current;
}
beforeAll(() => {
  inUse = test.runtime.config.secretKeys.current;
});

/** The stand-in accepts every key that can be opened. */
async function isCallable({ id }: { id: string }): Promise<boolean> {
  const { call } = await signIn(test, asAdmin);
  const request = { key: 'openai', providerId: id, config: { model: 'gpt-4.1' } };
  return (await call('POST', '/api/providers/test', request)).body.ok;
}

const password = 'Quiet-Harbor-7';
const signUp = (email: string) => {
  const account = { email, password, phoneNumber: aPhone() };
  return callAs(test, null)('POST', '/api/auth/register', account);
};

/** The email is free again, its trial is not. */
async function aUsedTrial(): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const { body } = await signUp(email);
  await callAs(test, body.token)('DELETE', '/api/account', { password });
  return email;
}

describe('with SECRET_KEY set', () => {
  it('seals everything with the new key; trials stay used', async () => {
    const provider = await aProvider(test);
    const email = await aUsedTrial();
    const keys = { current: randomBytes(32), old: inUse };
    await restartWith(keys.current, keys.old);
    expect(await isCallable(provider)).toBe(true);
    const added = await aProvider(test);

    const { code, out } = await rotate(keys);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^Sealed again: 2\.\nNow remove SECRET_KEY_OLD and restart .*\nBackups made until now .* SECRET_KEY_OLD \(fingerprint [0-9a-f]{8}\)/,
    );
    await restartWith(keys.current);
    expect(await isCallable(provider)).toBe(true);
    expect(await isCallable(added)).toBe(true);
    const again = await signUp(email);
    expect(again.body.message).toBe('This email has already had its free trial.');
    await expect(loadSecrets(test.runtime.db, { current: keys.old, old: null })).rejects.toThrow();
  });

  it('finishes an interrupted rotation when it runs again', async () => {
    const [first, second] = [await aProvider(test), await aProvider(test)];
    const keys = { current: randomBytes(32), old: inUse };
    await rotate(keys);
    // As if stopped before the second.
    const { db } = test.runtime;
    await db.update(providers).set({ apiKey: second.apiKey }).where(eq(providers.id, second.id));
    expect((await rotate(keys)).out).toMatch(/^Sealed again: 1\./);
    await restartWith(keys.current);
    expect([await isCallable(first), await isCallable(second)]).toEqual([true, true]);
  });

  it('changes nothing without the old key, and says what is needed', async () => {
    const { code, err } = await rotate({ current: randomBytes(32), old: null });
    expect([code, err]).toEqual([1, expect.stringMatching(/^SECRET_KEY_OLD is needed: /)]);
    const same = await rotate({ current: inUse, old: inUse });
    expect([same.code, same.err]).toEqual([
      1,
      'SECRET_KEY and SECRET_KEY_OLD are the same. Set SECRET_KEY to a new key. Nothing was changed.\n',
    ]);
    const old = randomBytes(32);
    const wrong = await rotate({ current: randomBytes(32), old });
    expect(wrong.code).toBe(1);
    expect(wrong.err).toBe(
      `SECRET_KEY_OLD (fingerprint ${fingerprintOfKey(old)}) is not the key that the database was used with (fingerprint ${fingerprintOfKey(inUse)}). Nothing is lost: set that one, and run this again.\n`,
    );
    await restartWith(inUse);
  });

  describe('that is lost', () => {
    const goOn = (current: Buffer, ...args: string[]) =>
      rotate({ current, old: null }, '--old-key-is-lost', ...args);

    it('is only listed without --yes: the old key still opens everything', async () => {
      const provider = await aProvider(test);
      const email = await aUsedTrial();
      const { code, err } = await goOn(randomBytes(32));
      expect(code).toBe(1);
      expect(err).toContain(`The API key of AI provider ${provider.id} can't be opened.\n`);
      expect(err).toContain('The record of used trials is lost.\n');
      expect(err).toContain('Nothing was changed.');
      await restartWith(inUse);
      expect(await isCallable(provider)).toBe(true);
      const again = await signUp(email);
      expect(again.body.message).toBe('This email has already had its free trial.');
    });

    it('is not lost if it opens everything, even with --yes', async () => {
      const email = await aUsedTrial();
      const { code, err } = await goOn(inUse, '--yes');
      expect([code, err]).toEqual([1, expect.stringContaining('No key is lost')]);
      await restartWith(inUse);
      expect((await signUp(email)).status).toBe(409);
    });

    it('ends no start any more after --yes', async () => {
      const provider = await aProvider(test);
      const current = randomBytes(32);
      await expect(loadSecrets(test.runtime.db, { current, old: null })).rejects.toThrow();
      const { code, out } = await goOn(current, '--yes');
      expect(code).toBe(0);
      expect(out).toContain(`The API key of AI provider ${provider.id} can't be opened.\n`);
      expect(out).toContain('The record of used trials is lost.\n');
      await restartWith(current);
      expect(await isCallable(provider)).toBe(false);
      await test.runtime.db.delete(providers);
    });
  });
});

describe('with a generated key', () => {
  const readKey = (path: string) => Buffer.from(readFileSync(path, 'utf8'), 'base64');

  it('makes a new one, seals everything with it and keeps the old one for earlier backups', async () => {
    const provider = await aProvider(test);
    writeFileSync(keyFile(), toText(inUse));
    const kept = `${keyFile()}.${fingerprintOfKey(inUse)}`;
    const { code, out } = await run([], {});
    expect([code, out.split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/^Sealed again: \d+\.$/),
        `Backups made until now open with the key before only: it is kept as ${kept}.`,
        `Keep ${keyFile()} (fingerprint ${fingerprintOfKey(readKey(keyFile()))}) in another place, and make a backup.`,
        '',
      ],
    ]);
    expect(readKey(kept).equals(inUse)).toBe(true);
    expect(readKey(keyFile()).equals(inUse)).toBe(false);
    expect(existsSync(`${keyFile()}.old`)).toBe(false);
    await restartWith(readKey(keyFile()));
    expect(await isCallable(provider)).toBe(true);
  });

  it.each(['before', 'after'])('finishes with a crash %s the new key is in place', async (when) => {
    const provider = await aProvider(test);
    const next = randomBytes(32);
    writeFileSync(`${keyFile()}.old`, toText(inUse));
    if (when === 'after') writeFileSync(keyFile(), toText(next));
    expect((await run([], {})).code).toBe(0);
    expect(readKey(keyFile()).equals(next)).toBe(when === 'after');
    expect(existsSync(`${keyFile()}.old`)).toBe(false);
    await restartWith(readKey(keyFile()));
    expect(await isCallable(provider)).toBe(true);
  });
});
