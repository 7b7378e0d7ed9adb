import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { sendUnstored } from '#server/messages/send-unstored.ts';
import { wordTexts } from '#server/messages/word-texts.ts';
import { eraseConversation, erasePerson } from '#server/people/account/erase-person.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Applied, EffectStep } from './effect.ts';

export async function forget({ runtime, tx, now, claim }: EffectStep): Promise<Applied> {
  const { config, secrets } = runtime;
  if (!claim.user) {
    await eraseConversation(tx, claim.thread, { config, now });
    return 'done';
  }
  return (await erasePerson(tx, claim.user, { config, secrets, now })) ? 'done' : 'stale';
}

/** The sweep deletes the customer at Stripe: server/people/account/service.ts. */
export async function tellForgotten(runtime: Runtime, claim: ClaimedMessage): Promise<void> {
  const { user, expert, thread } = claim;
  if (user) runtime.changes.publish({ type: 'account', userId: user.id });
  await sendUnstored(runtime, { expert, thread, body: wordTexts.forgotten });
}
