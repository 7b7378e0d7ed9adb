import { lockThread } from '#server/db/locks.ts';
import { setMinor } from '#server/messages/ages-store.ts';
import { mayAnswerThread } from '#server/messages/limits-store.ts';
import { storeRiskEvent } from '#server/messages/risk-events-store.ts';
import { findCountry } from '#shared/phone.ts';
import { addPause, handOver } from '../handover/handover.ts';
import type { EffectOf, EffectStep } from './effect.ts';

export async function refuseChild(
  { tx, now, claim }: EffectStep,
  { rule }: EffectOf<'refuse-child'>,
): Promise<void> {
  const thread = await lockThread(tx, claim.thread.id);
  // The AI refuses a child after it, too.
  await handOver(tx, thread, { because: 'age', returnsAt: addPause(now), now });
  await setMinor(tx, thread.id, now);
  const country = findCountry(claim.thread.handle);
  const event = { threadId: thread.id, level: 'certain', kind: 'age', rule, country } as const;
  // Once a day, so that two machines in a loop don't inflate the count.
  if (await mayAnswerThread(tx, thread, 'age', now)) {
    await storeRiskEvent(tx, { ...event, sent: 'too young', now });
  }
}
