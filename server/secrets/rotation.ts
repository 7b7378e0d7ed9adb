import type { Database } from '#server/db/client.ts';
import { createSealer, type Place, type SecretKeys, SecretUnreadable } from './secrets.ts';
import { listSealedOtherwise, replaceSealed } from './store.ts';

/**
 * Value by value, so that an interrupted rotation resumes.
 * @returns also `left`: values that no known key opens, or that a process with the old key has just stored.
 */
export async function resealAll(
  db: Database,
  keys: SecretKeys,
): Promise<{ resealed: number; left: Place[] }> {
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
  return { resealed, left: left.map(({ place }) => place) };
}
