import { tellOfAttachment } from '#server/auth/tell-of-attachment.ts';
import { claimAddress, mayChatFrom } from '#server/billing/claims.ts';
import { lockMovingThreads } from '#server/connections/number-change.ts';
import {
  isHeldByAnother,
  isUsedByAnother,
  lockHolders,
} from '#server/connections/numbers-store.ts';
import { confirmAddress } from '#server/connections/proof-store.ts';
import { findConnection } from '#server/connections/store.ts';
import type { Database } from '#server/db/client.ts';
import type { MessageRow } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { mayTextNumber } from '#server/messages/limits-store.ts';
import { maskEmailForText, type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { writeNumber } from './answer-number.ts';
import type { Objection } from './outcome.ts';

type Effect = NonNullable<Objection['effect']>;
type Owner = { id: string; email: string };
type Proof = {
  userId: string;
  handle: string;
  channel: ChannelKey;
  now: Date;
  text: MessageRow;
};
/** Null if the facts have changed. */
type Activate = (tx: Database, proof: Proof) => Promise<string[] | null>;
type Accepting = { owner: Owner; activate: Activate; isConfirmed?: boolean };

/** `moving`: another account has proved the address, and keeps it until the phone sends the number of our text. */
export type Accepted = {
  outcome: 'connected' | 'moving' | 'foreign';
  text: SystemText | null;
  effect: Effect;
};

/** Connects the address to this account and takes it from every other, unless its free trial is used up. */
export async function acceptSender(
  runtime: Runtime,
  claim: ClaimedMessage,
  accepting: Accepting,
): Promise<Accepted> {
  const { db, secrets, config, clock } = runtime;
  const { owner, isConfirmed = false } = accepting;
  const address = { userId: owner.id, handle: claim.thread.handle };
  if (!(await mayChatFrom(secrets, db, address))) {
    const text = systemTexts.trialUsed(config.publicUrl);
    return { outcome: 'foreign', text, effect: confirmOnly(runtime, claim, owner) };
  }
  if (!isConfirmed && (await isHeldByAnother(db, address, clock.now()))) {
    const text = await askForNumber(runtime, claim, owner);
    return { outcome: 'moving', text, effect: async () => 'done' };
  }
  const { displayName } = claim.expert;
  const text = (await isUsedByAnother(db, address))
    ? systemTexts.moved(displayName, maskEmailForText(owner.email))
    : systemTexts.connected(displayName);
  return { outcome: 'connected', text, effect: connect(runtime, claim, accepting) };
}

function connect(
  { config, secrets, queue }: Runtime,
  claim: ClaimedMessage,
  { owner, activate, isConfirmed = false }: Accepting,
): Effect {
  const address = { userId: owner.id, handle: claim.thread.handle };
  return async (tx, now) => {
    const proof = { ...address, channel: claim.expert.channel, now, text: claim.message };
    if (!(await lockForProof(tx, claim, owner))) return 'stale';
    // Another account may have proved it just now.
    if (!isConfirmed && (await isHeldByAnother(tx, address, now))) return 'stale';
    if (!(await claimAddress(secrets, tx, proof))) return 'stale';
    await tellOfAttachment({ config, secrets }, tx, proof);
    const begun = await activate(tx, proof);
    if (!begun) return 'stale';
    const wakeups = begun.map((threadId) => ({ threadId }));
    await queue.enqueue(tx, 'answer-message', wakeups);
    return 'done';
  };
}

/** Proves the account's own number, if no other account has to leave for it. */
function confirmOnly(runtime: Runtime, claim: ClaimedMessage, owner: Owner): Effect {
  const address = { userId: owner.id, handle: claim.thread.handle };
  return async (tx, now) => {
    if (!(await lockForProof(tx, claim, owner))) return 'stale';
    if (await isUsedByAnother(tx, address)) return 'done';
    await tellOfAttachment(runtime, tx, { ...address, now });
    await confirmAddress(tx, { ...address, now });
    return 'done';
  };
}

/** False if the account was deleted. */
async function lockForProof(
  tx: Database,
  { thread, expert }: ClaimedMessage,
  { id: userId }: Owner,
): Promise<boolean> {
  const address = { userId, handle: thread.handle };
  await lockMovingThreads(tx, address);
  await lockHolders(tx, address);
  return (await findConnection(tx, { userId, expertId: expert.id })) !== null;
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
