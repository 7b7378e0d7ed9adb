import { findStatedAge } from '#safety/find-age.ts';
import { lockThread } from '#server/db/locks.ts';
import { setMinor } from '#server/messages/ages-store.ts';
import { hasCrisisText } from '#server/messages/limits-store.ts';
import { storeRiskEvent } from '#server/messages/risk-events-store.ts';
import { setAtRisk } from '#server/messages/threads-store.ts';
import { minuteMs } from '#shared/time.ts';
import { minimumAge } from '../guards/age.ts';
import { addPause, handOver } from '../handover/handover.ts';
import { findHelpline } from '../safety/helplines.ts';
import { countryOf } from '../safety/read-danger.ts';
import type { Applied, EffectOf, EffectStep } from './effect.ts';

/** Within this time, texts in a crisis get one answer. */
const silenceMs = 10 * minuteMs;

/** @returns `silent` if the person has just had the text. */
export async function meetCrisis(
  { runtime, tx, now, claim }: EffectStep,
  { crisis }: EffectOf<'meet-crisis'>,
): Promise<Applied> {
  const thread = await lockThread(tx, claim.thread.id);
  // If a child writes, the AI stays silent even after the pause.
  const stated = findStatedAge(claim.message.body);
  if (stated) await setMinor(tx, thread.id, now);
  const isChild = stated !== null && stated.years < minimumAge;
  const returnsAt = addPause(now);
  await handOver(tx, thread, { because: isChild ? 'age' : 'crisis', returnsAt, now });
  await setAtRisk(tx, thread.id, now);
  const country = countryOf(claim);
  const isTexted = claim.message.origin === 'gateway';
  const since = new Date(now.getTime() - silenceMs);
  // If the AI answers, no pause runs: the helplines are sent at once.
  const isSent =
    thread.handler === 'ai' || !(await hasCrisisText(tx, { ...thread, since, isTexted }));
  await storeRiskEvent(tx, {
    threadId: thread.id,
    level: crisis.level,
    kind: crisis.kind,
    rule: `${crisis.list}/${crisis.rule}`,
    country,
    sent: isSent ? findHelpline(country).key : null,
    now,
  });
  // A text that waits for the model's next attempt is held at once, so that "I'm fine" has its turn.
  await runtime.queue.bringForward(tx, 'answer-message', thread.id);
  return isSent ? 'done' : 'silent';
}
