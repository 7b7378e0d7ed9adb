import { findStatedAge, type StatedAge } from '#safety/find-age.ts';
import type { Crisis } from '#safety/find-crisis.ts';
import { findLastQuoted } from '#server/experts/knowledge/evidence-store.ts';
import { isTooYoung } from '#server/messages/ages-store.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { findCutReply, listFailedRest } from '#server/messages/cut-replies-store.ts';
import { isToldOfLoop, listSaid, type SaidText } from '#server/messages/history-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { mayBeLoop } from '../guards/loop.ts';
import { asksForMore } from '../guards/more.ts';
import { readDanger } from '../safety/read-danger.ts';
import { asksForSources } from '../wishes/sources.ts';
import { type Connecting, loadConnecting } from './connecting.ts';

/** What only some texts call for. The plainest text calls for none of it. */
export type CalledFacts = {
  /** Who this text may connect its phone to; null if it is not about that. */
  connecting: Connecting | null;
  /** For a flood or a repeated text: the last minutes, newest first. */
  said: SaidText[] | null;
  /** In these minutes. */
  isToldOfLoop: boolean;
  /** For MORE: what the last reply left out, or the rest that did not arrive. */
  rest: 'cut' | 'failed' | null;
  /** For SOURCES: what the last answer leaned on; null if it leaned on nothing that may be quoted. */
  quoted: { titles: string[]; link: string | null } | null;
  statedAge: StatedAge | null;
  /** In its words, with those right before it. */
  danger: Crisis | null;
  /** They have told another expert that they are under 13. */
  isTooYoung: boolean;
};

export async function loadCalledFacts(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<CalledFacts> {
  const { db } = runtime;
  const { message, thread, optOut, recent } = claim;
  // After a STOP only its keyword is obeyed.
  const isHeard = message.origin !== 'gateway' || !optOut;
  return {
    connecting: await loadConnecting(runtime, claim),
    said: mayBeLoop(claim) ? await listSaid(db, message) : null,
    isToldOfLoop: mayBeLoop(claim) && (await isToldOfLoop(db, message)),
    rest: asksForMore(claim) ? await findRest(db, thread.id) : null,
    quoted: asksForSources(claim) ? await findLastQuoted(db, thread.id) : null,
    statedAge: isHeard ? findStatedAge(message.body) : null,
    danger: isHeard ? readDanger(message.body, recent.before ?? []) : null,
    isTooYoung: thread.minorSince !== null && (await isTooYoung(db, thread)),
  };
}

async function findRest(db: Runtime['db'], threadId: string): Promise<CalledFacts['rest']> {
  if ((await listFailedRest(db, threadId)).length > 0) return 'failed';
  return (await findCutReply(db, threadId)) ? 'cut' : null;
}
