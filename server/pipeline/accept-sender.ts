import { mayChatFrom } from '#server/billing/claims.ts';
import { isUsedByAnother } from '#server/connections/numbers-store.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { mayTextNumber } from '#server/messages/limits-store.ts';
import { maskEmailForText, type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { writeNumber } from './answer-number.ts';
import type { Effect, Owner } from './effects/effect.ts';

/** `code` null: by a YES. */
type Accepting = { owner: Owner; code: string | null; isConfirmed?: boolean };

/** `moving`: another account has proved the address, and keeps it until the phone sends the number of our text. */
export type Accepted = {
  outcome: 'connected' | 'moving' | 'foreign';
  text: SystemText | null;
  effects: Effect[];
};

/** Connects the address to this account and takes it from every other, unless its free trial is used up. */
export async function acceptSender(
  runtime: Runtime,
  claim: ClaimedMessage,
  { owner: { id, email }, code, isConfirmed = false }: Accepting,
): Promise<Accepted> {
  const { db, secrets, config } = runtime;
  const owner = { id, email };
  const address = { userId: owner.id, handle: claim.thread.handle };
  if (!(await mayChatFrom(secrets, db, address))) {
    const text = systemTexts.trialUsed(config.publicUrl);
    return { outcome: 'foreign', text, effects: [{ kind: 'confirm-number', owner }] };
  }
  const isAnothers = await isUsedByAnother(db, address);
  // However long silent: a forged YES would take a paid number, and its new owner can read our text as well.
  if (!isConfirmed && isAnothers) {
    const text = await askForNumber(runtime, claim, owner);
    return { outcome: 'moving', text, effects: [] };
  }
  const { displayName } = claim.expert;
  const write = isAnothers ? systemTexts.moved : systemTexts.connected;
  const text = write(displayName, maskEmailForText(owner.email));
  return { outcome: 'connected', text, effects: [{ kind: 'connect', owner, code, isConfirmed }] };
}

/** Null at the limit of a day. */
async function askForNumber(
  { db, secrets, clock }: Runtime,
  { message, thread }: ClaimedMessage,
  { id, email }: Owner,
): Promise<SystemText | null> {
  if (!(await mayTextNumber(db, thread.handle, 'move', clock.now()))) return null;
  return systemTexts.move(maskEmailForText(email), writeNumber(secrets, 'move', message.id, id));
}
