import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';

/** A lost installation has answered it, after the backup that this one was restored from. */
export function checkAnsweredBefore({ answeredBefore }: Turn): Objection | null {
  if (answeredBefore === null) return null;
  return {
    guard: 'restored',
    state: 'recorded',
    text: null,
    effects: [{ kind: 'note-answer', gatewayMessageId: answeredBefore }],
  };
}
