import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOfKey, type SecretKeys } from './secrets.ts';

/** Used without SECRET_KEY; `old` exists during a rotation. */
const pathsIn = (dataDir: string) => ({
  current: join(dataDir, 'secret.key'),
  old: join(dataDir, 'secret.key.old'),
});

/** Generates a key if there is none. */
export function readKeyFile(dataDir: string): SecretKeys {
  const paths = pathsIn(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(paths.current)) writeKey(paths.current, randomBytes(32));
  return {
    current: readKey(paths.current),
    old: existsSync(paths.old) ? readKey(paths.old) : null,
  };
}

/** The old key still opens what it has sealed. An interrupted rotation keeps its new key. */
export function rotateKeyFile(dataDir: string): void {
  const paths = pathsIn(dataDir);
  const { current, old } = readKeyFile(dataDir);
  if (old && !old.equals(current)) return;
  writeKey(paths.old, current);
  writeKey(paths.current, randomBytes(32));
}

/** Earlier backups still need it. @returns where it is kept. */
export function setOldKeyAside(dataDir: string, old: Buffer): string {
  const paths = pathsIn(dataDir);
  const kept = `${paths.current}.${fingerprintOfKey(old)}`;
  renameSync(paths.old, kept);
  return kept;
}

function readKey(path: string): Buffer {
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
}

/** Renamed when complete: a crash never leaves half a key. */
function writeKey(path: string, key: Buffer): void {
  const draft = `${path}.new`;
  writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600 });
  renameSync(draft, path);
}
