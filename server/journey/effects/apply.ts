import { lockThread } from '#server/db/locks.ts';
import { addOptOut, addOptOutOfAll, liftOptOut } from '#server/messages/opt-outs-store.ts';
import { storeDraft } from '#server/messages/reply-drafts-store.ts';
import { setHumanWanted } from '#server/messages/threads-store.ts';
import { endNumberChange } from '#server/people/connections/number-change.ts';
import { deletePending } from '#server/people/connections/store.ts';
import { handOver } from '../handover/handover.ts';
import { findShiftEnd } from '../handover/opening-hours.ts';
import { connectCodes } from '../metrics.ts';
import type { Outcome } from '../outcome.ts';
import { askQuestion } from './ask-question.ts';
import { connectSender } from './connect-sender.ts';
import type { Applied, Effect, EffectOf, EffectStep } from './effect.ts';
import { forget, tellForgotten } from './forget.ts';
import { leaveAccount } from './leave-account.ts';
import { meetCrisis } from './meet-crisis.ts';
import { noteAnswer } from './note-answer.ts';
import { refuseChild } from './refuse-child.ts';
import { returnAsWished } from './return-as-wished.ts';
import { sendRest, sendRestAgain } from './send-rest.ts';

type Appliers = {
  [Kind in Effect['kind']]: (
    step: EffectStep,
    effect: EffectOf<Kind>,
    // biome-ignore lint/suspicious/noConfusingVoidType: most effects have nothing to say
  ) => Promise<Applied | void>;
};

const appliers: Appliers = {
  'opt-out': async ({ tx, claim }, { isOfAll, blockedByGateway }) => {
    await addOptOut(tx, claim.expert, claim.thread.handle, { blockedByGateway });
    if (isOfAll) await addOptOutOfAll(tx, claim.thread.handle);
  },
  'opt-in': ({ tx, claim }) => liftOptOut(tx, claim.expert, claim.thread.handle),
  'want-human': ({ tx, now, claim }) => setHumanWanted(tx, claim.thread.id, now),
  'hand-over': async ({ tx, now, claim }) => {
    const returnsAt = findShiftEnd(claim.expert.openingHours, now);
    await handOver(tx, await lockThread(tx, claim.thread.id), { because: 'asked', returnsAt, now });
  },
  'return-to-ai': returnAsWished,
  'meet-crisis': meetCrisis,
  'refuse-child': refuseChild,
  'ask-question': askQuestion,
  'decline-question': ({ tx, claim }, { userId, connectionId }) =>
    connectionId
      ? deletePending(tx, { id: connectionId })
      : endNumberChange(tx, { userId, handle: claim.thread.handle }),
  connect: connectSender,
  leave: leaveAccount,
  'send-rest': sendRest,
  'send-rest-again': sendRestAgain,
  forget,
  'note-answer': noteAnswer,
  'count-code': async () => {},
  'keep-draft': ({ tx, now, claim }, { body }) =>
    storeDraft(tx, { messageId: claim.message.id, threadId: claim.thread.id, body, now }),
};

/** The facts are no longer those of the decision: the transaction rolls back, and the turn is decided again. */
export class Changed extends Error {
  override name = 'Changed';
}

/** @throws {Changed} */
export async function applyEffects(
  step: EffectStep,
  effects: Effect[],
): Promise<Exclude<Applied, 'stale'>> {
  let applied: Exclude<Applied, 'stale'> = 'done';
  for (const effect of effects) {
    const result = await applyEffect(step, effect);
    if (result === 'stale') throw new Changed();
    if (result === 'silent') applied = 'silent';
  }
  return applied;
}

/** These change only the thread, or nothing. */
const narrow: Effect['kind'][] = ['count-code', 'keep-draft', 'note-answer'];

/** Whether the address's other threads have to be locked. */
export function changesAddress(outcome: Outcome): boolean {
  const effects = outcome.kind === 'objection' ? (outcome.objection.effects ?? []) : [];
  return effects.some(({ kind }) => !narrow.includes(kind));
}

async function applyEffect<Kind extends Effect['kind']>(
  step: EffectStep,
  effect: EffectOf<Kind>,
): Promise<Applied> {
  // The compiler can't tell that an effect and the applier of its kind belong together.
  const apply = appliers[effect.kind] as Appliers[Kind];
  return (await apply(step, effect)) ?? 'done';
}

/** After the commit; a crash may skip it. */
export async function finishEffects(
  { runtime, claim }: Pick<EffectStep, 'runtime' | 'claim'>,
  effects: Effect[],
): Promise<void> {
  for (const effect of effects) {
    if (effect.kind === 'count-code') connectCodes.inc({ outcome: effect.outcome });
    if (effect.kind === 'meet-crisis') runtime.queue.wakeWorkers('answer-message');
    if (effect.kind === 'forget') tellForgotten(runtime, claim);
  }
}
