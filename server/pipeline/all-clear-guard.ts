import { lockThread } from '#server/db/locks.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { hasPersonWritten } from '#server/messages/handover-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { saysAllClear } from '#server/safety/all-clear.ts';
import { findHelpline } from '#server/safety/helplines.ts';
import { returnToAi } from './handover.ts';
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
    effect: async (tx, now) => {
      const locked = await lockThread(tx, thread.id);
      if (!isPausedByCrisis(locked)) return 'stale';
      const release = { answer: 'all', actorId: null, settleAs: 'false-by-person' } as const;
      await returnToAi({ runtime, tx, thread: locked, now }, release);
      return 'done';
    },
  };
}

function isPausedByCrisis({ handler, handedBecause, riskAt, assigneeId }: ThreadRow): boolean {
  const isPaused = handler === 'human' && handedBecause === 'crisis';
  return isPaused && riskAt !== null && assigneeId === null;
}
