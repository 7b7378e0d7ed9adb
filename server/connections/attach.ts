import type { Database } from '#server/db/client.ts';
import { passwordNeeded } from '#server/errors.ts';
import { hasHadPhone } from './phones-store.ts';

type Attaching = { userId: string; isFresh: boolean };

/** A stolen session must not attach one more phone, which would spend the account's credits. */
export async function mayAttach(tx: Database, { userId, isFresh }: Attaching): Promise<boolean> {
  return isFresh || !(await hasHadPhone(tx, userId));
}

/** @throws {AppError} 403 with `need: 'password'` */
export async function requireAttachable(tx: Database, attaching: Attaching): Promise<void> {
  if (!(await mayAttach(tx, attaching))) {
    throw passwordNeeded('Enter your password to attach another phone.');
  }
}
