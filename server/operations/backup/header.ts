import { createHash, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { deriveKey } from '#server/access/secrets/derive-key.ts';
import { fingerprintOfKey } from '#server/access/secrets/secrets.ts';
import type { Config } from '#server/config.ts';
import { BackupError } from './backup-error.ts';
import type { SealingKey } from './seal-stream.ts';

const firstLine = 'Sagewire backup 1\n';
export const maxHeaderBytes = 4_096;

/** What anyone may read of a backup. It names the keys and never holds one. */
const header = z.object({
  version: z.string(),
  at: z.iso.datetime(),
  /** Of the newest migration. */
  schema: z.int(),
  secretKey: z.string(),
  sealedBy: z.enum(['SECRET_KEY', 'BACKUP_PASSPHRASE']),
  salt: z.string(),
  /** Of the key, to tell a wrong one from an altered file. */
  check: z.string(),
});
export type Header = z.output<typeof header>;

export type Keys = Pick<Config, 'secretKeys' | 'backupPassphrase'>;

/** Sealed by the passphrase where there is one, else by SECRET_KEY. */
export async function createHeader(
  facts: Pick<Header, 'version' | 'at' | 'schema'>,
  { secretKeys, backupPassphrase }: Keys,
): Promise<{ bytes: Buffer; sealing: SealingKey }> {
  const salt = randomBytes(16).toString('base64');
  const sealedBy = backupPassphrase ? 'BACKUP_PASSPHRASE' : 'SECRET_KEY';
  const key = await derive(backupPassphrase ?? secretKeys.current, salt);
  const secretKey = fingerprintOfKey(secretKeys.current);
  const written = { ...facts, secretKey, sealedBy, salt, check: checkOf(key) } satisfies Header;
  const bytes = Buffer.from(`${firstLine}${JSON.stringify(written)}\n`);
  return { bytes, sealing: { key, context: hash(bytes) } };
}

/** @param start of the file. @throws {BackupError} */
export function readHeader(start: Buffer): { header: Header; bytes: Buffer } {
  const end = start.indexOf('\n', firstLine.length);
  const isOurs = start.subarray(0, firstLine.length).toString() === firstLine && end > 0;
  const read = isOurs ? readJson(start.subarray(firstLine.length, end)) : null;
  if (!read) throw new BackupError('This is not a backup that Sagewire made.');
  return { header: read, bytes: start.subarray(0, end + 1) };
}

function readJson(line: Buffer): Header | null {
  try {
    return header.parse(JSON.parse(line.toString()));
  } catch {
    return null;
  }
}

/** @throws {BackupError} if the key is missing or another one. */
export async function openKey(
  { header, bytes }: { header: Header; bytes: Buffer },
  { secretKeys, backupPassphrase }: Keys,
): Promise<SealingKey> {
  const { sealedBy, salt, check } = header;
  const isPassphrase = sealedBy === 'BACKUP_PASSPHRASE';
  if (isPassphrase && !backupPassphrase) {
    throw new BackupError('BACKUP_PASSPHRASE is needed: this backup was made with one.');
  }
  const known = [secretKeys.current, ...(secretKeys.old ? [secretKeys.old] : [])];
  const secret = isPassphrase
    ? backupPassphrase
    : known.find((key) => fingerprintOfKey(key) === header.secretKey);
  const key = secret && (await derive(secret, salt));
  if (!key) throw wrongSecretKey(header, secretKeys);
  if (checkOf(key) !== check) {
    throw new BackupError(
      isPassphrase
        ? 'BACKUP_PASSPHRASE is not the one that this backup was made with.'
        : "The backup's first lines were altered. Nothing was restored from it.",
    );
  }
  return { key, context: hash(bytes) };
}

/** @throws {BackupError} for a SECRET_KEY that could not open the restored credentials. */
export function requireSecretKey(header: Header, keys: Pick<Keys, 'secretKeys'>): void {
  if (!hasSecretKey(header, keys)) throw wrongSecretKey(header, keys.secretKeys);
}

export function hasSecretKey(header: Header, { secretKeys }: Pick<Keys, 'secretKeys'>): boolean {
  const { current, old } = secretKeys;
  return [current, ...(old ? [old] : [])].map(fingerprintOfKey).includes(header.secretKey);
}

function wrongSecretKey(header: Header, { current }: Keys['secretKeys']): BackupError {
  return new BackupError(
    `The backup belongs to the SECRET_KEY with the fingerprint ${header.secretKey}; the one here has ${fingerprintOfKey(current)}. Set that SECRET_KEY, or put its secret.key into DATA_DIR.`,
  );
}

const slowly = promisify<string, string, number, object, Buffer>(scrypt);

/** A passphrase is slow to try; a SECRET_KEY is random. */
async function derive(secret: Buffer | string, salt: string): Promise<Buffer> {
  if (typeof secret !== 'string') return deriveKey(secret, `backup ${salt}`);
  return slowly(secret.normalize(), salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 });
}

const checkOf = (key: Buffer) => deriveKey(key, 'backup check').toString('hex').slice(0, 8);
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
