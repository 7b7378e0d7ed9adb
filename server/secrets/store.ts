import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type SealedSecret, storedKeys } from '#server/db/schema.ts';
import { createSealer, createSecrets, type SecretKeys, type Secrets } from './secrets.ts';

const fingerprintKey = 'fingerprints';
const place = { column: 'stored_keys.sealed', row: fingerprintKey } as const;

/**
 * With the key of fingerprints, which the first start makes.
 * @throws {SecretUnreadable} when the database was used with another SECRET_KEY.
 */
export async function loadSecrets(db: Database, keys: SecretKeys): Promise<Secrets> {
  const sealer = createSealer(keys);
  const sealed = sealer.seal(place, randomBytes(32).toString('base64'));
  // Processes that start together agree on one.
  await db.insert(storedKeys).values({ name: fingerprintKey, sealed }).onConflictDoNothing();
  const [stored] = await db.select().from(storedKeys).where(eq(storedKeys.name, fingerprintKey));
  const opened = sealer.open(place, (stored as { sealed: SealedSecret }).sealed);
  return createSecrets(keys, Buffer.from(opened, 'base64'));
}
