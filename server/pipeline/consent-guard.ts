import { findPending, isQuestionOver, type Pending } from '#server/connections/store.ts';
import type { UserRow } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { answersPerson, findTextBefore, hasTextedSince } from '#server/messages/history-store.ts';
import { questionKinds, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { readStopWish } from '#shared/stop-wishes.ts';
import { readYesNo } from '#shared/yes-no.ts';
import { acceptSender } from './accept-sender.ts';
import { confirmForgetting } from './forget-guard.ts';
import { record, stop } from './keyword-guard.ts';
import { leaveByNo } from './leave-guard.ts';
import { confirmMove } from './move-guard.ts';
import type { Objection } from './outcome.ts';

/** A yes or no to a question of ours. Without one, it goes on to the expert. */
export async function checkConsent(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const { message } = claim;
  // Only the phone can say whose it is.
  if (message.origin !== 'gateway' || message.keyword === 'STOP') return null;
  const forgotten = await confirmForgetting(runtime, claim);
  if (forgotten) return forgotten;
  const moved = await confirmMove(runtime, claim);
  if (moved) return moved;
  const answer = readYesNo(message.body);
  // "Leave me alone" is sure, too, where we have asked.
  const isWish = readStopWish(message.body) !== null;
  if (!answer && !isWish) return null;
  if (await isAskedToStop(runtime, claim)) {
    if (answer === 'yes' || isWish) return stop(claim, false);
    return record(systemTexts.stopDeclined(claim.expert.displayName));
  }
  if (!answer) return null;
  const left = answer === 'no' ? await leaveByNo(runtime, claim) : null;
  if (left) return left;
  const pending = await findAsker(runtime, claim);
  if (!pending) return null;
  if (answer === 'no') return decline(claim, pending);
  return isQuestionOver(pending, runtime.clock.now())
    ? record(systemTexts.questionOver(runtime.config.publicUrl))
    : acceptConnection(runtime, claim, pending.user);
}

async function isAskedToStop({ db }: Runtime, { message, optOut }: ClaimedMessage) {
  if (optOut) return false;
  return (await findTextBefore(db, message))?.systemKind === 'stopping';
}

async function acceptConnection(
  runtime: Runtime,
  claim: ClaimedMessage,
  owner: UserRow,
): Promise<Objection> {
  const { outcome, text, effects } = await acceptSender(runtime, claim, { owner, code: null });
  // The gateway knows nothing of connections, so we confirm, unless it has answered this very message.
  const isSaid = claim.message.keywordAnswered !== null && outcome !== 'moving';
  return record(isSaid ? null : text, [...effects, { kind: 'opt-in' }]);
}

function decline({ expert }: ClaimedMessage, { connection, user }: Pending): Objection {
  const connectionId = connection?.id ?? null;
  return record(systemTexts.declined(expert.displayName), [
    { kind: 'decline-question', userId: user.id, connectionId },
  ]);
}

/**
 * The account whose question was texted last, unless the thread is its own. Who knows the number has it asked at any time,
 * so a YES must be written after the question, and be an answer to it.
 */
async function findAsker({ db }: Runtime, { thread, message }: ClaimedMessage) {
  if (!thread.isCurrent) return null;
  const pending = await findPending(db, thread);
  const askedAt = pending?.askedAt;
  // An earlier text may have been held, or be tried again.
  if (!askedAt || message.createdAt < askedAt) return null;
  const isToAnother = thread.userId
    ? await hasTextedSince(db, thread.id, askedAt)
    : await answersPerson(db, message, questionKinds);
  return isToAnother ? null : pending;
}
