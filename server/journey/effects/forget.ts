import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { storeLastText } from '#server/messages/store-last-text.ts';
import { wordTexts } from '#server/messages/word-texts.ts';
import { eraseConversation, erasePerson } from '#server/people/account/erase-person.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Applied, EffectStep } from './effect.ts';

export async function forget({ runtime, tx, now, claim }: EffectStep): Promise<Applied> {
  const { config, secrets } = runtime;
  const { user, expert, thread } = claim;
  if (!user) await eraseConversation(tx, thread, { config, now });
  else if (!(await erasePerson(tx, user, { config, secrets, now }))) return 'stale';
  await storeLastText(runtime, tx, { expert, thread, body: wordTexts.forgotten });
  return 'done';
}

/** The sweep deletes the customer at Stripe: server/people/account/service.ts. */
export function tellForgotten({ changes, queue }: Runtime, { user }: ClaimedMessage): void {
  if (user) changes.publish({ type: 'account', userId: user.id });
  queue.wakeWorkers('deliver-reply');
}
