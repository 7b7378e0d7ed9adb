import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { checkContent, findObjection } from './guards.ts';
import type { Outcome } from './outcome.ts';
import { listPictures, loadPictures } from './pictures.ts';
import { loadTextParts } from './text-parts.ts';

/**
 * Nothing is fetched for a message that a guard stops.
 * @returns outcome null: the model answers.
 */
export async function admit(
  runtime: Runtime,
  claimed: ClaimedMessage,
): Promise<{ claim: ClaimedMessage; outcome: Outcome | null }> {
  const read = await loadTextParts(runtime, claimed);
  if (read.outcome) return read;
  const claim = await listPictures(runtime, read.claim);
  const objection = await findObjection(runtime, claim);
  if (objection) return { claim, outcome: { kind: 'objection', objection } };
  const loaded = await loadPictures(runtime, claim);
  if (loaded.outcome) return loaded;
  const lost = await checkContent(runtime, loaded.claim);
  return { ...loaded, outcome: lost && { kind: 'objection', objection: lost } };
}
