import { hash, verify } from '@node-rs/argon2';
import { createLimit } from '#server/outside/concurrency.ts';
import { normalizePassword } from '#shared/passwords.ts';

/** argon2id with OWASP's minimum: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Node has four threads for such work, and reads files and names, and compresses pages, in the others. */
const limitHashes = createLimit({ atOnce: 2 });

let dummyHash: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return limitHashes(() => hash(normalizePassword(password), cost));
}

export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  return (await checkPassword(stored, password)) !== 'wrong';
}

/**
 * Checks a dummy hash if none is stored: an unknown email must take as long.
 * @returns `unnormalized` if only the password as it was typed fits, because it was hashed before all were normalized.
 */
export async function checkPassword(
  stored: string | null,
  password: string,
): Promise<'right' | 'unnormalized' | 'wrong'> {
  dummyHash ??= hashPassword('fits nothing');
  const checked = stored ?? (await dummyHash);
  const normalized = normalizePassword(password);
  const fits = async (spelling: string) =>
    (await limitHashes(() => verify(checked, spelling))) && stored !== null;
  if (await fits(normalized)) return 'right';
  return normalized !== password && (await fits(password)) ? 'unnormalized' : 'wrong';
}
