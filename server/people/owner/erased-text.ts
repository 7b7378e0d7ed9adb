import type { Config } from '#server/config.ts';
import type { ExpertRow, ThreadRow, UserRow } from '#server/db/schema.ts';
import { mayTextNotice } from '#server/messages/limits-store.ts';
import { findObstacleNow } from '#server/messages/obstacles.ts';
import { isSilent } from '#server/messages/silence-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { listTextRoutes } from '../passwords/resets-store.ts';
import { writeOwnerText } from './owner-words.ts';

/**
 * Where only a phone is proved, its one text that the account was deleted. It is allowed before the erasure and stored
 * with it.
 */
export async function findPhoneToTell(
  { db, config, clock }: Runtime,
  { id: userId, emailVerifiedAt, phoneNumber: handle, phoneVerifiedAt }: UserRow,
): Promise<{ expert: ExpertRow; thread: ThreadRow } | null> {
  if ((config.mail && emailVerifiedAt) || !handle || !phoneVerifiedAt) return null;
  const now = clock.now();
  if (await isSilent(db, { userId, handle }, now)) return null;
  if (!(await mayTextNotice(db, handle, now))) return null;
  const routes = await listTextRoutes(db, userId);
  for (const route of routes) {
    if (!(await findObstacleNow({ config, clock }, db, route))) return route;
  }
  return null;
}

export function writeErased({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return writeOwnerText({ event: { kind: 'erased' }, link: null, publicUrl });
}
