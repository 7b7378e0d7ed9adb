import { deleteOldKeyFile, rotateKeyFile } from '#server/secrets/key-file.ts';
import { resealAll } from '#server/secrets/rotation.ts';
import { type SealedColumn, SecretUnreadable } from '#server/secrets/secrets.ts';
import { deleteFingerprintKey, loadSecrets } from '#server/secrets/store.ts';
import { type Command, UsageError } from './command.ts';

const names: Record<SealedColumn, string> = {
  'providers.api_key': 'The API key of AI provider',
  'stored_keys.sealed': 'The stored key',
  'users.totp_secret': 'The second factor of admin',
};

/** A key in the settings must have been replaced there before. */
export const rotateKey: Command = async ({ db, config, reload, options }) => {
  const isLost = options['old-key-is-lost'];
  const { isKeyGenerated, dataDir } = config;
  if (isKeyGenerated && !isLost) rotateKeyFile(dataDir);
  const { secretKeys } = reload();
  if (!secretKeys.old && !isLost) {
    throw new UsageError(
      'SECRET_KEY_OLD is needed: set SECRET_KEY to a new key and SECRET_KEY_OLD to the one before, restart every process with both, then run this again.',
    );
  }
  const { resealed, left } = await resealAll(db, secretKeys);
  const lost = left.map(({ column, row }) => `${names[column]} ${row} can't be opened.`);
  if (lost.length > 0 && !isLost) {
    throw new UsageError(...lost, 'Is another process still running with the old key alone?');
  }
  await loadSecrets(db, secretKeys).catch(async (error) => {
    if (!isLost || !(error instanceof SecretUnreadable)) throw error;
    await deleteFingerprintKey(db);
    await loadSecrets(db, secretKeys);
    lost.push('The record of used trials is lost.');
  });
  if (isKeyGenerated) deleteOldKeyFile(dataDir);
  const next = isKeyGenerated ? [] : ['Now remove SECRET_KEY_OLD and restart every process.'];
  return [...lost, `Sealed again: ${resealed}.`, ...next];
};
