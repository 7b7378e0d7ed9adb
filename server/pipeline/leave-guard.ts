import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { findTextBefore } from '#server/messages/history-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { record } from './keyword-guard.ts';
import type { Objection } from './outcome.ts';

const askedForMs = 24 * 3_600_000;

/**
 * A stranger may have connected the phone by a text in its name, and would read what it writes. A NO as the direct answer
 * to the text that tells of it takes the phone back from the account.
 */
export async function leaveByNo(
  runtime: Runtime,
  { message, thread, user, expert }: ClaimedMessage,
): Promise<Objection | null> {
  if (!user || !thread.isCurrent) return null;
  const before = await findTextBefore(runtime.db, message);
  if (before?.systemKind !== 'connected') return null;
  if (message.createdAt.getTime() - before.createdAt.getTime() > askedForMs) return null;
  return record(systemTexts.declined(expert.displayName), [{ kind: 'leave', userId: user.id }]);
}
