import type { Crisis } from '#safety/find-crisis.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Objection } from '../outcome.ts';
import { findHelpline } from '../safety/helplines.ts';
import { countryOf } from '../safety/read-danger.ts';
import type { Turn } from '../turn.ts';

/** Texts helplines and hands the thread to the team. */
export function checkCrisis(turn: Turn): Objection | null {
  const { message, danger, optOut, obstacle } = turn;
  // After a STOP nothing is sent, not even this.
  const isReached = !optOut && obstacle !== 'unanswerable';
  if (message.origin === 'gateway' && !isReached) return null;
  return danger?.level === 'certain' ? meetCrisis(turn, danger) : null;
}

/** Also for a crisis that only a vendor's moderation or the model found. */
export function meetCrisis(turn: Turn, crisis: Crisis): Objection {
  const { expert, hasTeam: isTeamTold } = turn;
  const { text } = findHelpline(countryOf(turn));
  return {
    guard: 'crisis',
    // Not `held`: the AI must never answer it, even after a return.
    state: 'recorded',
    text: systemTexts.crisis(expert.displayName, text, { ownLine: expert.crisisLine, isTeamTold }),
    effects: [{ kind: 'meet-crisis', crisis }],
  };
}
