import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { hasPersonWritten, isPausedByCrisis } from '#server/messages/handover-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { saysAllClear } from '#server/safety/all-clear.ts';
import { findHelpline } from '#server/safety/helplines.ts';
import type { Objection } from './outcome.ts';
import { countryOf } from './read-danger.ts';

/** "I'm fine" ends the pause after a crisis, unless a member of the team is there: then it is theirs to judge. */
export async function checkAllClear(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const { message, thread, expert, optOut, hasAttachments } = claim;
  if (message.origin === 'gateway' && optOut) return null;
  if (!isPausedByCrisis(thread) || hasAttachments || !saysAllClear(message.body)) return null;
  if (await hasPersonWritten(runtime.db, thread)) return null;
  return {
    guard: 'all-clear',
    state: 'recorded',
    text: systemTexts.allClear(expert.displayName, findHelpline(countryOf(claim)).line),
    isToStranger: thread.userId === null,
    effects: [{ kind: 'return-to-ai', because: 'all-clear' }],
  };
}
