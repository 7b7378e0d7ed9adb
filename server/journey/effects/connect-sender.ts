import { claimAddress } from '#server/billing/claims.ts';
import { redeemCode } from '#server/people/connections/codes-store.ts';
import { lockMovingThreads } from '#server/people/connections/number-change.ts';
import { isUsedByAnother, lockHolders } from '#server/people/connections/numbers-store.ts';
import { verifyAddress } from '#server/people/connections/proof-store.ts';
import { findConnection } from '#server/people/connections/store.ts';
import { tellOfAttachment } from '#server/people/owner/tell-of-attachment.ts';
import type { Applied, EffectOf, EffectStep, Owner } from './effect.ts';

/** Connects the address to this account and takes it from every other. */
export async function connectSender(
  { runtime, tx, now, claim }: EffectStep,
  { owner, code, isConfirmed }: EffectOf<'connect'>,
): Promise<Applied> {
  const { config, secrets, queue } = runtime;
  const { thread, expert, message } = claim;
  const address = { userId: owner.id, handle: thread.handle };
  const proof = { ...address, channel: expert.channel, now, text: message };
  if (!(await lockForProof({ tx, claim }, owner))) return 'stale';
  // Another account may have proved it just now.
  if (!isConfirmed && (await isUsedByAnother(tx, address))) return 'stale';
  if (!(await claimAddress(secrets, tx, proof))) return 'stale';
  await tellOfAttachment({ config, secrets }, tx, proof);
  const begun =
    code === null
      ? await verifyAddress(tx, proof)
      : await redeemCode(tx, { code, expertId: expert.id, ...proof });
  if (!begun) return 'stale';
  const wakeups = begun.map((threadId) => ({ threadId }));
  await queue.enqueue(tx, 'answer-message', wakeups);
  return 'done';
}

/** False if the account was deleted. */
async function lockForProof(
  { tx, claim: { thread, expert } }: Pick<EffectStep, 'tx' | 'claim'>,
  { id: userId }: Owner,
): Promise<boolean> {
  const address = { userId, handle: thread.handle };
  await lockMovingThreads(tx, address);
  await lockHolders(tx, address);
  return (await findConnection(tx, { userId, expertId: expert.id })) !== null;
}
