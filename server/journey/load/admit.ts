import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { listPictures, loadPictures } from '../answer/pictures.ts';
import { checkContent } from '../guards/content.ts';
import { findObjection } from '../guards/guards.ts';
import type { Outcome } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { loadTurn } from './load-turn.ts';
import { loadTextParts } from './text-parts.ts';

/** `outcome` null: the model answers. */
type Admitted = { turn: Turn; outcome: null } | { turn: ClaimedMessage; outcome: Outcome };

/** Nothing is fetched for a message that a guard stops. */
export async function admit(runtime: Runtime, claimed: ClaimedMessage): Promise<Admitted> {
  const read = await loadTextParts(runtime, claimed);
  if (read.outcome) return { turn: read.claim, outcome: read.outcome };
  const turn = await loadTurn(runtime, await listPictures(runtime, read.claim));
  const objection = findObjection(turn);
  if (objection) return { turn, outcome: { kind: 'objection', objection } };
  const loaded = await loadPictures(runtime, turn);
  if (loaded.outcome) return { turn: loaded.claim, outcome: loaded.outcome };
  const shown = { ...turn, ...loaded.claim };
  const lost = checkContent(shown);
  return lost
    ? { turn: shown, outcome: { kind: 'objection', objection: lost } }
    : { turn: shown, outcome: null };
}
