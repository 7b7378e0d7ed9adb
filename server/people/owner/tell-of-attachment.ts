import type { Database } from '#server/db/client.ts';
import { isAttached } from '../connections/attached-store.ts';
import { listHolders } from '../connections/numbers-store.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Before a text makes the address the account's. An account that it leaves is told by mail alone: the phone itself said
 * so.
 */
export async function tellOfAttachment(
  needs: Parameters<typeof tellOwner>[0],
  tx: Database,
  { userId, handle, now }: { userId: string; handle: string; now: Date },
): Promise<void> {
  if (await isAttached(tx, { userId, handle })) return;
  await tellOwner(needs, tx, { userId, event: { kind: 'attached', handle }, now });
  const event = { kind: 'removed', handle, by: 'phone' } as const;
  for (const loserId of await listHolders(tx, handle)) {
    await tellOwner(needs, tx, { userId: loserId, event, now });
  }
}
