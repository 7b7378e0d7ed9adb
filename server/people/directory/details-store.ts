import { aliasedTable, and, desc, eq, sql } from 'drizzle-orm';
import { expertAddress } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog, connections, experts, optOuts, threads, users } from '#server/db/schema.ts';
import { kindOfOptOut } from '#server/messages/opt-outs-store.ts';
import { areThreadsOf, type PersonRef } from './store.ts';

const maxThreads = 100;
const maxChanges = 50;

export async function listThreadsOf(db: Database, ref: PersonRef) {
  return db
    .select({
      id: threads.id,
      title: threads.title,
      expert: experts.displayName,
      channel: experts.channel,
      messageCount: threads.messageCount,
      lastMessageAt: threads.lastMessageAt,
      isCurrent: threads.isCurrent,
    })
    .from(threads)
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .where(areThreadsOf(ref))
    .orderBy(sql`${threads.lastMessageAt} desc nulls last`, desc(threads.id))
    .limit(maxThreads);
}

export async function listOptOutsOf(db: Database, ref: PersonRef) {
  return db
    .selectDistinct({
      expert: experts.displayName,
      channel: experts.channel,
      optedOutAt: optOuts.optedOutAt,
      kind: kindOfOptOut,
    })
    .from(threads)
    .innerJoin(experts, eq(experts.id, threads.expertId))
    .innerJoin(
      optOuts,
      and(
        eq(optOuts.channel, experts.channel),
        eq(optOuts.address, expertAddress),
        eq(optOuts.handle, threads.handle),
      ),
    )
    .where(and(areThreadsOf(ref), threads.isCurrent))
    .orderBy(desc(optOuts.optedOutAt));
}

/** The account's number first. */
export async function listAddressesOf(
  db: Database,
  ref: PersonRef,
): Promise<{ handle: string; verifiedAt: Date | null }[]> {
  if (ref.kind === 'number') return [{ handle: ref.handle, verifiedAt: null }];
  const { id, phoneNumber, phoneVerifiedAt } = ref.user;
  const connected = await db
    .select({ handle: connections.handle, verifiedAt: sql<Date>`max(${connections.activatedAt})` })
    .from(connections)
    .where(and(eq(connections.userId, id), eq(connections.state, 'active')))
    .groupBy(connections.handle);
  const others = connected.flatMap(({ handle, verifiedAt }) =>
    handle && handle !== phoneNumber ? [{ handle, verifiedAt: new Date(verifiedAt) }] : [],
  );
  const own = phoneNumber ? [{ handle: phoneNumber, verifiedAt: phoneVerifiedAt }] : [];
  return [...own, ...others];
}

export async function listChangesOf(db: Database, userId: string) {
  const actor = aliasedTable(users, 'actor');
  return db
    .select({
      id: auditLog.id,
      action: auditLog.action,
      by: actor.email,
      before: auditLog.before,
      after: auditLog.after,
      createdAt: auditLog.createdAt,
    })
    .from(auditLog)
    .leftJoin(actor, eq(actor.id, auditLog.actorId))
    .where(and(eq(auditLog.entity, 'user'), eq(auditLog.entityId, userId)))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(maxChanges);
}
