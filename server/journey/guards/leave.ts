import { systemTexts } from '#server/messages/system-texts.ts';
import { dayMs } from '#shared/time.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { record } from './keyword.ts';

const askedForMs = dayMs;

/**
 * A stranger may have connected the phone by a text in its name, and would read what it writes. A NO as the direct answer
 * to the text that tells of it takes the phone back from the account.
 */
export function leaveByNo({ message, thread, user, expert, textBefore }: Turn): Objection | null {
  if (!user || !thread.isCurrent || textBefore?.systemKind !== 'connected') return null;
  if (message.createdAt.getTime() - textBefore.createdAt.getTime() > askedForMs) return null;
  return record(systemTexts.declined(expert.displayName), [{ kind: 'leave', userId: user.id }]);
}
