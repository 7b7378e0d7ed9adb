import type { Secrets } from '#server/access/secrets/secrets.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import type { ThreadRow, UserRow } from '#server/db/schema.ts';
import { listAttachedSince } from '../connections/attached-store.ts';
import { releaseNumber } from '../connections/numbers-store.ts';
import { clearAsked } from '../connections/store.ts';
import { tellOwner } from '../owner/tell-owner.ts';
import { applyWaitingStops } from './apply-waiting-stops.ts';
import { eraseQuestions, eraseThreads } from './erase-threads.ts';
import { anonymizeAccount, lockPerson } from './store.ts';

type Erasing = {
  config: Config;
  secrets: Secrets;
  now: Date;
  /** Phones attached since then may still object: what is their own stays with them. */
  sparing?: Date | undefined;
};

/**
 * Tells the owner by mail.
 * @param check throws if the locked account must not be erased any more.
 * @returns the erased threads; null if a thread was added meanwhile.
 */
export async function erasePerson(
  tx: Database,
  known: UserRow,
  {
    config,
    secrets,
    now,
    sparing,
    check = (_known, current) => current,
  }: Erasing & { check?: (known: UserRow, current: UserRow) => UserRow },
): Promise<string[] | null> {
  const person = await lockPerson(tx, known);
  if (!person) return null;
  const { threads } = person;
  const user = check(known, person.user);
  const spared = sparing ? await listAttachedSince(tx, user, sparing) : [];
  const isNumber = (handle: string) =>
    user.phoneVerifiedAt !== null && handle === user.phoneNumber && !spared.includes(handle);
  const isTheirs = ({ userId, handle }: (typeof threads)[number]) =>
    userId === user.id || isNumber(handle);
  const ids = threads.filter(isTheirs).map(({ id }) => id);
  const event = { kind: 'erased' } as const;
  await tellOwner({ config, secrets }, tx, { userId: user.id, event, now });
  await applyWaitingStops(tx, config, ids);
  for (const handle of spared) await releaseNumber(tx, { userId: user.id, handle, now });
  await eraseThreads(tx, ids, { ownerId: user.id, now });
  await eraseQuestions(
    tx,
    threads.filter((thread) => !isTheirs(thread)).map(({ id }) => id),
    user.email,
  );
  await anonymizeAccount(tx, user.id, now);
  return ids;
}

/** With the questions texted in it. The caller has locked the thread. */
export async function eraseConversation(
  tx: Database,
  thread: Pick<ThreadRow, 'id' | 'expertId' | 'handle'>,
  { config, now }: { config: Config; now: Date },
): Promise<void> {
  await applyWaitingStops(tx, config, [thread.id]);
  await clearAsked(tx, thread);
  await eraseThreads(tx, [thread.id], { ownerId: null, now });
}
