import { recordChange } from '#server/access/audit/store.ts';
import { updateUser } from '#server/access/users-store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreadsOf, lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { notFound } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { AttachedPhone } from '#shared/api/phones.ts';
import { tellOwner } from '../owner/tell-owner.ts';
import { endCodes } from './codes-store.ts';
import { noPendingNumber, unprovedNumber } from './number-change.ts';
import { releaseNumber } from './numbers-store.ts';
import { identifyPhone, listPhones, type Phone, toAttachedPhone } from './phones.ts';
import { deleteConnection, readPhoneFacts } from './phones-store.ts';

export async function listPhonesFor(
  { db, clock, secrets }: Runtime,
  { id }: { id: string },
): Promise<AttachedPhone[]> {
  const phones = listPhones(await readPhoneFacts(db, id), clock.now());
  return phones.map((phone) => toAttachedPhone(secrets, id, phone));
}

/**
 * The account keeps the conversations as records; what the phone texts next is a stranger's. A reply that is being
 * written is neither sent nor charged, one that is stored is still sent.
 * @throws {AppError} 404 for another account's phone, or one that has left.
 */
export async function removePhone(runtime: Runtime, user: UserRow, id: string): Promise<void> {
  const { db, changes } = runtime;
  const { handle } = await getPhone(runtime, db, user.id, id);
  const ended = await transact(db, async (tx) => {
    // A running YES or code holds the same locks.
    const ofHandle = handle === null ? [] : await lockThreadsOf(tx, handle);
    const account = await lockUser(tx, user.id);
    const phone = await getPhone(runtime, tx, user.id, id);
    if (account) await detach(runtime, tx, account, phone);
    return ofHandle.filter(({ userId, isCurrent }) => userId === user.id && isCurrent);
  });
  changes.publish({ type: 'account', userId: user.id });
  for (const { id: threadId } of ended) {
    changes.publish({ type: 'thread', threadId, userId: user.id });
  }
}

async function getPhone(
  { clock, secrets }: Runtime,
  db: Database,
  userId: string,
  id: string,
): Promise<Phone> {
  const phones = listPhones(await readPhoneFacts(db, userId), clock.now());
  const phone = phones.find((one) => identifyPhone(secrets, userId, one) === id);
  if (!phone) throw notFound('Phone');
  return phone;
}

/** Ends every code of the account: the phone could send one and be back. */
async function detach(
  runtime: Runtime,
  tx: Database,
  { id: userId, phoneNumber, pendingPhoneNumber }: UserRow,
  { handle, connectionId, state }: Phone,
): Promise<void> {
  const now = runtime.clock.now();
  if (handle && state === 'active') {
    await tellOwner(runtime, tx, { userId, event: { kind: 'removed', handle }, now });
  }
  if (connectionId) await deleteConnection(tx, connectionId);
  if (handle) await releaseNumber(tx, { userId, handle, now });
  await endCodes(tx, userId);
  const isOwn = handle !== null && handle === phoneNumber;
  const isPending = handle !== null && handle === pendingPhoneNumber;
  await updateUser(tx, userId, {
    ...(isOwn && { phoneNumber: null, phoneLoss: null, ...unprovedNumber }),
    // Its question was asked for the number that leaves.
    ...((isOwn || isPending) && noPendingNumber),
  });
  await recordChange(tx, {
    actorId: userId,
    action: 'user.remove-phone',
    entity: 'user',
    entityId: userId,
    before: { phone: handle ? `…${handle.slice(-4)}` : 'CONNECT code' },
    after: { phone: null },
    now,
  });
}
