import { lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { takeOwnerLink } from '../owner/owner-links-store.ts';
import { tellOwner } from '../owner/tell-owner.ts';
import { hashDevice, rememberHash } from './devices-store.ts';
import type { Client } from './read-client.ts';

/** Sends the owner a link that lets this device sign in while strangers' guesses make new devices wait. */
export async function offerDevice(
  runtime: Runtime,
  { id: userId }: UserRow,
  { device, deviceToken }: Client,
): Promise<void> {
  if (deviceToken === null) return;
  const deviceHash = hashDevice(deviceToken);
  const event = { kind: 'device-waits', device } as const;
  await transact(runtime.db, async (tx) => {
    await lockUser(tx, userId);
    await tellOwner(runtime, tx, { userId, event, deviceHash, now: runtime.clock.now() });
  });
  runtime.queue.wakeWorkers('tell-owner');
}

/** @throws {AppError} 400 for a wrong, used or old link. */
export async function letDeviceIn({ db, clock }: Runtime, token: string): Promise<void> {
  const now = clock.now();
  await transact(db, async (tx) => {
    const link = await takeOwnerLink(tx, { purpose: 'device', token, now });
    const user = link && (await lockUser(tx, link.userId));
    if (!link?.deviceHash || !user || user.deletedAt) {
      throw badRequest('token: This link is wrong, used or too old.');
    }
    await rememberHash(tx, { userId: user.id, hash: link.deviceHash, now });
  });
}
