import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';
import { type SealedSecret, storedKeys } from '#server/db/schema.ts';
import {
  createSealer,
  createSecrets,
  type Place,
  type SealedColumn,
  type SecretKeys,
  type Secrets,
} from './secrets.ts';

const fingerprintKey = 'fingerprints';
const place = { column: 'stored_keys.sealed', row: fingerprintKey } as const;

const rowNames: Record<SealedColumn, string> = {
  'providers.api_key': 'id',
  'stored_keys.sealed': 'name',
  'users.totp_secret': 'id',
};

/**
 * The first start creates the fingerprint key.
 * @throws {SecretUnreadable} if the database was used with another SECRET_KEY.
 */
export async function loadSecrets(db: Database, keys: SecretKeys): Promise<Secrets> {
  const sealer = createSealer(keys);
  const sealed = sealer.seal(place, randomBytes(32).toString('base64'));
  // Of processes that start together, the first one's key counts.
  await db.insert(storedKeys).values({ name: fingerprintKey, sealed }).onConflictDoNothing();
  const [stored] = await db.select().from(storedKeys).where(eq(storedKeys.name, fingerprintKey));
  const opened = sealer.open(place, (stored as { sealed: SealedSecret }).sealed);
  return createSecrets(keys, Buffer.from(opened, 'base64'));
}

/** The next start creates a new one, so earlier fingerprints no longer match. */
export async function deleteFingerprintKey(db: Database): Promise<void> {
  await db.delete(storedKeys).where(eq(storedKeys.name, fingerprintKey));
}

export async function listSealedOtherwise(
  db: Database,
  keyId: string,
): Promise<{ place: Place; sealed: SealedSecret }[]> {
  const found = Object.entries(rowNames).map(async ([name, rowName]) => {
    const column = name as SealedColumn;
    const { table, field } = namesOf(column);
    const rows = await rowsOf<{ row: string; sealed: SealedSecret }>(
      db,
      sql`select ${sql.identifier(rowName)}::text as row, ${field} as sealed
          from ${table} where ${field} ->> 'keyId' <> ${keyId}`,
    );
    return rows.map(({ row, sealed }) => ({ place: { column, row }, sealed }));
  });
  return (await Promise.all(found)).flat();
}

/** Unless it has changed meanwhile. */
export async function replaceSealed(
  db: Database,
  { column, row }: Place,
  { from, to }: { from: SealedSecret; to: SealedSecret },
): Promise<void> {
  const { table, field } = namesOf(column);
  await db.execute(
    sql`update ${table} set ${field} = ${JSON.stringify(to)}::jsonb
        where ${sql.identifier(rowNames[column])}::text = ${row} and ${field} ->> 'iv' = ${from.iv}`,
  );
}

function namesOf(column: SealedColumn) {
  const [table = '', field = ''] = column.split('.');
  return { table: sql.identifier(table), field: sql.identifier(field) };
}
