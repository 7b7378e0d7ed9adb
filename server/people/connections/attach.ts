import type { Database } from '#server/db/client.ts';
import { passwordNeeded, unauthorized } from '#server/errors.ts';
import { hasSession } from '../sign-in/sessions-store.ts';
import { hasHadPhone } from './phones-store.ts';

type Attaching = {
  userId: string;
  isFresh: boolean;
  /** Whose request it is. */
  sessionId?: string | undefined;
};

/** A stolen session must not attach one more phone, which would spend the account's credits. */
export async function mayAttach(tx: Database, { userId, isFresh }: Attaching): Promise<boolean> {
  return isFresh || !(await hasHadPhone(tx, userId));
}

/**
 * A thief's request may have begun before the owner ended the session, and would attach a phone after it. The caller has
 * locked the account.
 * @throws {AppError} 403 with `need: 'password'`; 401 if the session has ended.
 */
export async function requireAttachable(tx: Database, attaching: Attaching): Promise<void> {
  const { userId, sessionId } = attaching;
  if (sessionId && !(await hasSession(tx, { userId, id: sessionId }))) throw unauthorized();
  if (!(await mayAttach(tx, attaching))) {
    throw passwordNeeded('Enter your password to attach another phone.');
  }
}
