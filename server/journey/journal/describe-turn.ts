import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { Outcome, TurnResult } from '../outcome.ts';
import type { Place, Settlement } from './journal.ts';

/** For the journal. */
export function placeOf({ message, thread, expert }: ClaimedMessage): Place {
  return { threadId: thread.id, messageId: message.id, expertId: expert.id };
}

export function describeDecision({ claim, outcome }: TurnResult) {
  const { attempts } = claim;
  if (outcome.kind !== 'objection') return { as: outcome.kind, attempts };
  return { as: 'guard', attempts, guard: outcome.objection.guard };
}

const putBack: Settlement = { state: null };

export function describeOutcome(outcome: Outcome): Settlement {
  switch (outcome.kind) {
    case 'reply':
      return { state: 'answered', provider: outcome.aiMeta.provider };
    case 'objection':
      return { state: outcome.objection.state, guard: outcome.objection.guard };
    case 'rejected':
      return { state: 'refused', guard: 'validator' };
    case 'no-answer':
      return { state: 'refused', guard: 'no-answer' };
    case 'unanswered': {
      const { retryInMs } = outcome;
      const kind = outcome.failures.at(-1)?.kind ?? 'other';
      return { state: retryInMs === null ? 'failed' : null, kind, retryInMs };
    }
    default:
      return putBack;
  }
}
