import type { Database } from '#server/db/client.ts';
import type { SealedSecret } from '#server/db/schema.ts';
import { createSealer, type Place, type SecretKeys, SecretUnreadable } from './secrets.ts';
import { listSealedOtherwise, replaceSealed } from './store.ts';

/**
 * Value by value, so that an interrupted rotation resumes.
 * @returns also `left`: values that no known key opens, or that a process with the old key has just stored.
 */
export async function resealAll(
  db: Database,
  keys: SecretKeys,
): Promise<{ resealed: number; left: (Place & { keyId: string })[] }> {
  const sealer = createSealer(keys);
  let resealed = 0;
  for (const { place, sealed } of await listSealedOtherwise(db, sealer.keyId)) {
    try {
      const to = sealer.seal(place, sealer.open(place, sealed));
      await replaceSealed(db, place, { from: sealed, to });
      resealed += 1;
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
    }
  }
  const left = await listSealedOtherwise(db, sealer.keyId);
  return { resealed, left: left.map(({ place, sealed }) => ({ ...place, keyId: sealed.keyId })) };
}

/** What no known key opens. */
export async function listUnreadable(db: Database, keys: SecretKeys): Promise<Place[]> {
  const sealer = createSealer(keys);
  const others = await listSealedOtherwise(db, sealer.keyId);
  return others.flatMap(({ place, sealed }) => (canOpen(sealer, place, sealed) ? [] : [place]));
}

function canOpen(sealer: ReturnType<typeof createSealer>, place: Place, sealed: SealedSecret) {
  try {
    sealer.open(place, sealed);
    return true;
  } catch (error) {
    if (error instanceof SecretUnreadable) return false;
    throw error;
  }
}
