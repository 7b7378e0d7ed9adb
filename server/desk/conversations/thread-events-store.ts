import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { auditLog, users } from '#server/db/schema.ts';
import { type ThreadEventKind, threadEventKinds } from '#shared/api/thread-events.ts';

/** Per thread: an open page loads them all. */
const maxEvents = 200;
const prefix = 'thread.';

const nameColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
};

export type ThreadEventView = Awaited<ReturnType<typeof listThreadEvents>>[number];

/** From the audit log, so as long as it reaches back. Oldest first; the newest if very many. */
export async function listThreadEvents(db: Database, threadId: string) {
  const rows = await db
    .select({
      id: auditLog.id,
      action: auditLog.action,
      after: auditLog.after,
      createdAt: auditLog.createdAt,
      actor: nameColumns,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.entity, 'thread'),
        eq(auditLog.entityId, threadId),
        inArray(
          auditLog.action,
          threadEventKinds.map((kind) => prefix + kind),
        ),
      ),
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(maxEvents);
  const events = rows.toReversed().map(({ action, after, ...row }) => ({
    ...row,
    kind: action.slice(prefix.length) as ThreadEventKind,
    facts: (after ?? {}) as Record<string, unknown>,
  }));
  const names = await findNames(db, events.map(({ facts }) => facts.assigneeId).filter(isText));
  return events.map((event) => ({
    ...event,
    assignee: names.get(String(event.facts.assigneeId)) ?? null,
  }));
}

async function findNames(db: Database, ids: string[]) {
  const rows = await db.select(nameColumns).from(users).where(inArray(users.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

const isText = (value: unknown): value is string => typeof value === 'string';
