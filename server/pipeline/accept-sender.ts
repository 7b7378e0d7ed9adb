import { claimAddress, mayChatFrom } from '#server/billing/claims.ts';
import { isHeldByAnother, lockHolders } from '#server/connections/numbers-store.ts';
import { confirmAddress, findConnection } from '#server/connections/store.ts';
import type { Database } from '#server/db/client.ts';
import type { MessageRow } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { maskEmail, type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Objection } from './outcome.ts';

type Owner = { id: string; email: string };
type Proof = { userId: string; handle: string; now: Date; text: MessageRow };
/** Null if the facts have changed. */
type Activate = (tx: Database, proof: Proof) => Promise<string[] | null>;

/** Connects the address to this account and takes it from every other, unless its free trial is used up. */
export async function acceptSender(
  { config, db, secrets, queue }: Runtime,
  { message, thread, expert }: ClaimedMessage,
  { owner, activate }: { owner: Owner; activate: Activate },
): Promise<{ isWelcome: boolean; text: SystemText; effect: NonNullable<Objection['effect']> }> {
  const address = { userId: owner.id, handle: thread.handle };
  const isWelcome = await mayChatFrom(secrets, db, address);
  const connected = (await isHeldByAnother(db, address))
    ? systemTexts.moved(expert.displayName, maskEmail(owner.email))
    : systemTexts.connected(expert.displayName);
  return {
    isWelcome,
    text: isWelcome ? connected : systemTexts.trialUsed(config.publicUrl),
    async effect(tx, now) {
      const proof = { ...address, now, text: message };
      await lockHolders(tx, address);
      // The account may have been deleted.
      const place = { userId: owner.id, expertId: expert.id };
      if (!(await findConnection(tx, place))) return 'stale';
      if (!isWelcome) {
        await confirmAddress(tx, proof);
        return 'done';
      }
      const begun = (await claimAddress(secrets, tx, proof)) ? await activate(tx, proof) : null;
      if (!begun) return 'stale';
      const wakeups = begun.map((threadId) => ({ threadId }));
      await queue.enqueue(tx, 'answer-message', wakeups);
      return 'done';
    },
  };
}
