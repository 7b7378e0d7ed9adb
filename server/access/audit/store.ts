import { and, desc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { auditLog, users } from '#server/db/schema.ts';

type Facts = Record<string, unknown>;

/** Never deleted: the ledger check reads these rows. */
export const adjustCreditsAction = 'user.adjust-credits';

/** Stores the fields that differ. The caller leaves out secrets. */
export async function recordChange(
  tx: Database,
  change: {
    /** Null: by a command. */
    actorId: string | null;
    action: string;
    entity:
      | 'alert-receiver'
      | 'api-token'
      | 'canned-reply'
      | 'expert'
      | 'label'
      | 'provider'
      | 'restore'
      | 'source'
      | 'thread'
      | 'user'
      | 'view';
    entityId: string;
    before: Facts | null;
    after: Facts;
    now: Date;
  },
): Promise<void> {
  const { before, after, now, ...who } = change;
  const isChanged = (field: string) =>
    JSON.stringify(before?.[field]) !== JSON.stringify(after[field]);
  const fields = Object.keys(after).filter(isChanged);
  if (fields.length === 0) return;
  const pick = (facts: Facts) => Object.fromEntries(fields.map((name) => [name, facts[name]]));
  await tx.insert(auditLog).values({
    ...who,
    before: before && pick(before),
    after: pick(after),
    createdAt: now,
  });
}

const backupAction = 'backup.make';

/** Of a backup that is written to its end. */
export async function recordBackup(db: Database, at: Date): Promise<void> {
  const values = { action: backupAction, entity: 'backup', after: { at } };
  await db.insert(auditLog).values({ ...values, createdAt: at });
}

/** Null if none is known; other tools' backups are not, but for deploy/backup.sh, which adds the same row. */
export async function findLastBackup(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: auditLog.createdAt })
    .from(auditLog)
    .where(eq(auditLog.entity, 'backup'))
    .orderBy(desc(auditLog.createdAt))
    .limit(1);
  return row?.at ?? null;
}

const signInAction = 'sign-in';
const failedSignInAction = 'sign-in.failed';

export async function recordSignIn(
  tx: Database,
  {
    userId,
    now,
    ...facts
  }: {
    userId: string;
    address: string;
    by: 'password' | 'password and code' | 'reset code' | 'reset code and code' | 'invitation';
    now: Date;
  },
): Promise<void> {
  await tx.insert(auditLog).values({
    action: signInAction,
    entity: 'user',
    entityId: userId,
    after: facts,
    createdAt: now,
  });
}

const emailActions = ['user.confirm-email', 'user.restore-email', 'user.verify-email'] as const;
/** Mailed, or texted to a verified phone. */
const mailedProofs = ['reset code', 'reset code and code', 'invitation'];

/** By what was mailed: a code at sign-up, a link to the new address, or one to the old. */
export async function recordMailProof(
  tx: Database,
  { userId, action, now }: { userId: string; action: (typeof emailActions)[number]; now: Date },
): Promise<void> {
  const change = { actorId: null, action, entity: 'user', entityId: userId } as const;
  await tx.insert(auditLog).values({ ...change, after: { isEmailProved: true }, createdAt: now });
}

/** By the link of a notice, which needs no session. */
export async function recordLock(tx: Database, userId: string, now: Date): Promise<void> {
  const change = { actorId: null, action: 'user.lock', entity: 'user', entityId: userId } as const;
  await tx.insert(auditLog).values({ ...change, after: { isLocked: true }, createdAt: now });
}

/** A subquery: what shows that the account's person reads its mailbox, or that the team knows them. */
export function listMailProofs(db: Database, userId: PgColumn) {
  const signedIn = and(
    eq(auditLog.action, signInAction),
    inArray(sql`${auditLog.after} ->> 'by'`, mailedProofs),
  );
  const vouched = inArray(auditLog.action, [...emailActions, 'user.change-role']);
  return db
    .select({ one: sql`1` })
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'user'), eq(auditLog.entityId, userId), or(signedIn, vouched)));
}

/** @param failure.userId null without such an account. */
export async function recordFailedSignIn(
  db: Database,
  failure: {
    userId: string | null;
    address: string;
    reason: string;
    /** Kept for unknown accounts only. */
    maskedEmail: string;
    now: Date;
  },
): Promise<void> {
  const { userId, address, reason, maskedEmail, now } = failure;
  await db.insert(auditLog).values({
    action: failedSignInAction,
    entity: 'user',
    entityId: userId,
    after: { address, reason, ...(userId === null && { email: maskedEmail }) },
    createdAt: now,
  });
}

export async function eraseSignIns(tx: Database, userId: string): Promise<void> {
  await tx
    .delete(auditLog)
    .where(
      and(
        inArray(auditLog.action, [signInAction, failedSignInAction]),
        eq(auditLog.entity, 'user'),
        eq(auditLog.entityId, userId),
      ),
    );
}

export async function deleteChangesBefore(db: Database, time: Date, limit: number) {
  const which = and(lt(auditLog.createdAt, time), ne(auditLog.action, adjustCreditsAction));
  return deleteBatch(db, auditLog.id, { which, limit });
}

/** Null if a person renamed the thread, or the account is gone. */
export async function findLastEditor(
  tx: Database,
  { entity, entityId }: { entity: string; entityId: string },
): Promise<{ id: string; email: string } | null> {
  const [row] = await tx
    .select({ id: users.id, email: users.email })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.entity, entity), eq(auditLog.entityId, entityId)))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(1);
  return row ?? null;
}
