import { and, asc, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { lockThreads } from '#server/db/locks.ts';
import { type InvitationRow, invitations, threads, users } from '#server/db/schema.ts';

export async function listMembers(db: Database) {
  return db
    .select()
    .from(users)
    .where(and(ne(users.role, 'USER'), isNull(users.deletedAt)))
    .orderBy(asc(users.role), asc(users.email));
}

export async function listInvitations(db: Database, since: Date) {
  return db
    .select({ invitation: invitations, invitedBy: users.email })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(gt(invitations.createdAt, since))
    .orderBy(asc(invitations.createdAt));
}

/** Ends the link of an earlier invitation. */
export async function storeInvitation(
  tx: Database,
  invitation: typeof invitations.$inferInsert,
): Promise<InvitationRow> {
  await tx.delete(invitations).where(eq(invitations.email, invitation.email));
  const [row] = await tx.insert(invitations).values(invitation).returning();
  return row as InvitationRow;
}

export async function deleteInvitation(tx: Database, id: string): Promise<InvitationRow | null> {
  const [row] = await tx.delete(invitations).where(eq(invitations.id, id)).returning();
  return row ?? null;
}

export async function deleteInvitationsBy(tx: Database, userId: string): Promise<void> {
  await tx.delete(invitations).where(eq(invitations.invitedBy, userId));
}

type Link = { hash: string; since: Date };

/** Valid only while its author is an admin, who may lose the role meanwhile. */
function isLive({ hash, since }: Link): SQL | undefined {
  const admins = sql`(select ${users.id} from ${users} where ${users.role} = 'ADMIN')`;
  return and(
    eq(invitations.hash, hash),
    gt(invitations.createdAt, since),
    sql`${invitations.invitedBy} in ${admins}`,
  );
}

export async function findInvitation(
  db: Database,
  { hash, since }: Link,
): Promise<InvitationRow | null> {
  const [row] = await db.select().from(invitations).where(isLive({ hash, since }));
  return row ?? null;
}

export async function isInvited(
  db: Database,
  { email, since }: { email: string; since: Date },
): Promise<boolean> {
  const isTheirs = and(eq(invitations.email, email), gt(invitations.createdAt, since));
  return (await db.$count(invitations, isTheirs)) > 0;
}

export async function takeInvitation(
  tx: Database,
  { hash, since }: Link,
): Promise<InvitationRow | null> {
  const [row] = await tx.delete(invitations).where(isLive({ hash, since })).returning();
  return row ?? null;
}

export async function deleteInvitationsBefore(db: Database, time: Date, limit: number) {
  const which = lt(invitations.createdAt, time);
  return deleteBatch(db, invitations.id, { which, limit });
}

export async function unassignThreads(tx: Database, userId: string): Promise<void> {
  const ids = (await lockThreads(tx, eq(threads.assigneeId, userId))).map(({ id }) => id);
  await tx.update(threads).set({ assigneeId: null }).where(inArray(threads.id, ids));
}
