import { recordChange } from '#server/access/audit/store.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { notFound } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { PersonDetails } from '#shared/api/people.ts';
import { isAdmin } from '#shared/roles.ts';
import { eraseNumber, removeAccount } from '../account/service.ts';
import { deleteSessions, listSessions } from '../sign-in/sessions-store.ts';
import { listAddressesOf, listChangesOf, listOptOutsOf, listThreadsOf } from './details-store.ts';
import { findPersonRef, type PersonRef, readPerson } from './store.ts';
import { toPerson } from './views.ts';

/** @throws {AppError} 404, also for an erased person. */
export async function getPersonRef({ db }: Runtime, id: string): Promise<PersonRef> {
  const ref = await findPersonRef(db, id);
  if (!ref) throw notFound('Person');
  return ref;
}

/** Only admins see sign-ins, and who changed what. */
export async function describePerson(
  runtime: Runtime,
  id: string,
  reader: Pick<UserRow, 'role'>,
): Promise<PersonDetails> {
  const { db, clock } = runtime;
  const now = clock.now();
  const ref = await getPersonRef(runtime, id);
  const view = await readPerson(db, ref);
  if (!view) throw notFound('Person');
  const user = ref.kind === 'account' ? ref.user : null;
  const shown = isAdmin(reader) ? user : null;
  const sessions = shown ? await listSessions(db, shown.id, now) : [];
  const changes = shown ? await listChangesOf(db, shown.id) : [];
  return {
    person: toPerson(view, now),
    hasSecondFactor: isAdmin(reader) ? user?.totpConfirmedAt != null : null,
    addresses: (await listAddressesOf(db, ref)).map(({ handle, verifiedAt }) => ({
      handle,
      verifiedAt: verifiedAt?.toISOString() ?? null,
    })),
    optOuts: (await listOptOutsOf(db, ref)).map(({ optedOutAt, kind, ...optOut }) => ({
      ...optOut,
      optedOutAt: optedOutAt.toISOString(),
      hasClosed: kind === 'closed',
    })),
    threads: (await listThreadsOf(db, ref)).map(({ lastMessageAt, ...thread }) => ({
      ...thread,
      lastMessageAt: lastMessageAt?.toISOString() ?? null,
    })),
    sessions: sessions.map(({ createdAt, lastUsedAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
    changes: changes.map(({ createdAt, before, after, ...change }) => ({
      ...change,
      before: before as PersonDetails['changes'][number]['before'],
      after: after as PersonDetails['changes'][number]['after'],
      createdAt: createdAt.toISOString(),
    })),
  };
}

type Who = { actorId: string; id: string };

/**
 * Signs the person out everywhere.
 * @param who.exceptId the admin's own session.
 * @returns how many sessions ended.
 */
export async function endSessionsOf(
  runtime: Runtime,
  { actorId, id, exceptId }: Who & { exceptId: string },
): Promise<number> {
  const ref = await getPersonRef(runtime, id);
  if (ref.kind === 'number') return 0;
  const userId = ref.user.id;
  const ended = await transact(runtime.db, async (tx) => {
    const sessions = await deleteSessions(tx, { userId, exceptId });
    await recordChange(tx, {
      actorId,
      action: 'user.end-sessions',
      entity: 'user',
      entityId: userId,
      before: null,
      after: { sessions },
      now: runtime.clock.now(),
    });
    return sessions;
  });
  runtime.changes.publish({ type: 'account', userId });
  return ended;
}

/** @throws {AppError} 403 for an admin's account. */
export async function deletePerson(runtime: Runtime, { actorId, id }: Who): Promise<void> {
  const ref = await getPersonRef(runtime, id);
  if (ref.kind === 'account') await removeAccount(runtime, ref.user);
  else await eraseNumber(runtime, ref.handle);
  await recordPersonal(runtime, {
    actorId,
    ref,
    action: 'user.delete',
    after: { isDeleted: true },
  });
}

export async function recordExport(runtime: Runtime, actorId: string, ref: PersonRef) {
  const after = { isExported: true };
  await recordPersonal(runtime, { actorId, ref, action: 'user.export', after });
}

async function recordPersonal(
  { db, clock }: Runtime,
  {
    actorId,
    ref,
    action,
    after,
  }: { actorId: string; ref: PersonRef; action: string; after: Record<string, unknown> },
): Promise<void> {
  const [entity, entityId] =
    ref.kind === 'account' ? (['user', ref.user.id] as const) : (['thread', ref.id] as const);
  const now = clock.now();
  await recordChange(db, { actorId, action, entity, entityId, before: null, after, now });
}
