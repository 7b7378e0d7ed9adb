import { join } from 'node:path';
import { rotateKeyFile, setOldKeyAside } from '#server/access/secrets/key-file.ts';
import { listUnreadable, resealAll } from '#server/access/secrets/rotation.ts';
import {
  fingerprintOfKey,
  type Place,
  type SealedColumn,
  type SecretKeys,
} from '#server/access/secrets/secrets.ts';
import { deleteFingerprintKey, loadSecrets } from '#server/access/secrets/store.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { type Command, UsageError } from './command.ts';

const names: Record<Exclude<SealedColumn, 'stored_keys.sealed'>, string> = {
  'providers.api_key': 'The API key of AI provider',
  'users.totp_secret': 'The second factor of admin',
};

/** A key in the settings must have been replaced there before. */
export const rotateKey: Command = async ({ db, config, reload, options }) => {
  if (options['old-key-is-lost']) {
    return goOnWithoutOldKey(db, reload().secretKeys, { isConfirmed: options.yes });
  }
  if (config.isKeyGenerated) rotateKeyFile(config.dataDir);
  const { current, old } = requireBoth(reload().secretKeys);
  const { resealed, left } = await resealAll(db, { current, old });
  if (left.length > 0) throw new UsageError(...describeLeft(left, old));
  await loadSecrets(db, { current, old });
  return [`Sealed again: ${resealed}.`, ...describeNext(config, { current, old })];
};

type Both = { current: Buffer; old: Buffer };

function requireBoth({ current, old }: SecretKeys): Both {
  if (!old) {
    throw new UsageError(
      'SECRET_KEY_OLD is needed: set SECRET_KEY to a new key and SECRET_KEY_OLD to the one before, restart every process with both, then run this again.',
    );
  }
  if (!old.equals(current)) return { current, old };
  throw new UsageError(
    'SECRET_KEY and SECRET_KEY_OLD are the same. Set SECRET_KEY to a new key. Nothing was changed.',
  );
}

/** Each start stores the record of trials, so with the key before it is never left. */
function describeLeft(left: (Place & { keyId: string })[], old: Buffer): string[] {
  const record = left.find(({ column }) => column === 'stored_keys.sealed');
  if (!record) {
    return [...left.map(describe), 'Is another process still running with the old key alone?'];
  }
  return [
    `SECRET_KEY_OLD (fingerprint ${fingerprintOfKey(old)}) is not the key that the database was used with (fingerprint ${record.keyId}). Nothing is lost: set that one, and run this again.`,
  ];
}

function describeNext({ isKeyGenerated, dataDir }: Config, { current, old }: Both): string[] {
  if (!isKeyGenerated) {
    return [
      'Now remove SECRET_KEY_OLD and restart every process.',
      `Backups made until now need what was SECRET_KEY_OLD (fingerprint ${fingerprintOfKey(old)}): keep it in another place as long as they are.`,
    ];
  }
  const kept = setOldKeyAside(dataDir, old);
  return [
    `Backups made until now open with the key before only: it is kept as ${kept}.`,
    `Keep ${join(dataDir, 'secret.key')} (fingerprint ${fingerprintOfKey(current)}) in another place, and make a backup.`,
  ];
}

/** Every value that can't be opened stays, for a key that is found after all; only the record of trials is begun anew. */
async function goOnWithoutOldKey(
  db: Database,
  keys: SecretKeys,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<string[]> {
  const lost = await listUnreadable(db, keys);
  const isRecordLost = lost.some(({ column }) => column === 'stored_keys.sealed');
  const lines = lost.map(describe);
  if (lost.length === 0) {
    throw new UsageError('No key is lost: SECRET_KEY opens everything. Nothing was changed.');
  }
  if (!isConfirmed) {
    throw new UsageError(
      ...lines,
      'Nothing was changed. Is the old key still in the settings of a running process, of a backup or of another machine? Set it as SECRET_KEY_OLD then. If it is really lost, run this again with --yes.',
    );
  }
  const { resealed } = await resealAll(db, keys);
  if (isRecordLost) {
    await deleteFingerprintKey(db);
    await loadSecrets(db, keys);
  }
  return [...lines, `Sealed again: ${resealed}.`];
}

function describe({ column, row }: Place): string {
  if (column === 'stored_keys.sealed') return 'The record of used trials is lost.';
  return `${names[column]} ${row} can't be opened.`;
}
