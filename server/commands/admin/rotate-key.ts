import { deleteOldKeyFile, rotateKeyFile } from '#server/access/secrets/key-file.ts';
import { listUnreadable, resealAll } from '#server/access/secrets/rotation.ts';
import type { Place, SealedColumn, SecretKeys } from '#server/access/secrets/secrets.ts';
import { deleteFingerprintKey, loadSecrets } from '#server/access/secrets/store.ts';
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
  const { isKeyGenerated, dataDir } = config;
  if (isKeyGenerated) rotateKeyFile(dataDir);
  const { secretKeys } = reload();
  if (!secretKeys.old) {
    throw new UsageError(
      'SECRET_KEY_OLD is needed: set SECRET_KEY to a new key and SECRET_KEY_OLD to the one before, restart every process with both, then run this again.',
    );
  }
  const { resealed, left } = await resealAll(db, secretKeys);
  if (left.length > 0) {
    throw new UsageError(
      ...left.map(describe),
      'Is another process still running with the old key alone?',
    );
  }
  await loadSecrets(db, secretKeys);
  if (isKeyGenerated) deleteOldKeyFile(dataDir);
  const next = isKeyGenerated ? [] : ['Now remove SECRET_KEY_OLD and restart every process.'];
  return [`Sealed again: ${resealed}.`, ...next];
};

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
