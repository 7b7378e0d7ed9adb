import { notFound } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { deleteSession, deleteSessions } from './sessions-store.ts';

type Parts = Pick<Runtime, 'db' | 'changes'>;
type Person = { id: string };

/** @throws {AppError} 404 for another person's session. */
export async function endSession({ db, changes }: Parts, user: Person, id: string): Promise<void> {
  if (!(await deleteSession(db, { userId: user.id, id }))) throw notFound('Session');
  changes.publish({ type: 'account', userId: user.id });
}

export async function endOtherSessions(
  { db, changes }: Parts,
  user: Person,
  exceptId: string,
): Promise<void> {
  await deleteSessions(db, { userId: user.id, exceptId });
  changes.publish({ type: 'account', userId: user.id });
}
