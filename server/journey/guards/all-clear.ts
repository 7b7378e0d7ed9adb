import { isPausedByCrisis } from '#server/messages/handover-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Objection } from '../outcome.ts';
import { saysAllClear } from '../safety/all-clear.ts';
import { findHelpline } from '../safety/helplines.ts';
import { countryOf } from '../safety/read-danger.ts';
import type { Turn } from '../turn.ts';

/** "I'm fine" ends the pause after a crisis, unless a member of the team is there: then it is theirs to judge. */
export function checkAllClear(turn: Turn): Objection | null {
  const { message, thread, expert, optOut, hasAttachments } = turn;
  if (message.origin === 'gateway' && optOut) return null;
  if (!isPausedByCrisis(thread) || hasAttachments || !saysAllClear(message.body)) return null;
  if (turn.hasPersonWritten) return null;
  return {
    guard: 'all-clear',
    state: 'recorded',
    text: systemTexts.allClear(expert.displayName, findHelpline(countryOf(turn)).line),
    isToStranger: thread.userId === null,
    effects: [{ kind: 'return-to-ai', because: 'all-clear' }],
  };
}
