import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { connections, experts, threads } from '#server/db/schema.ts';
import { notFound } from '#server/errors.ts';
import type { PublicExpert } from '#shared/api/experts.ts';

export type ExpertRow = typeof experts.$inferSelect;
export type NewExpert = typeof experts.$inferInsert;

export async function listExperts(db: Database): Promise<ExpertRow[]> {
  return db.select().from(experts).orderBy(asc(experts.createdAt), asc(experts.id));
}

/** The experts everybody may see, with how far this person is with each. */
export async function listPublicExpertsFor(
  db: Database,
  user: { id: string },
): Promise<PublicExpert[]> {
  const ownThread = db
    .select({ id: threads.id })
    .from(threads)
    .where(and(eq(threads.userId, user.id), eq(threads.expertId, experts.id), threads.isCurrent))
    .orderBy(sql`coalesce(${threads.lastMessageAt}, ${threads.createdAt}) desc`)
    .limit(1);
  const rows = await db
    .select({
      id: experts.id,
      channel: experts.channel,
      handle: experts.handle,
      displayName: experts.displayName,
      tagline: experts.tagline,
      description: experts.description,
      imageUrl: experts.imageUrl,
      phoneNumber: experts.phoneNumber,
      connection: connections.state,
      threadId: sql<string | null>`(${ownThread})`,
    })
    .from(experts)
    .leftJoin(
      connections,
      and(eq(connections.expertId, experts.id), eq(connections.userId, user.id)),
    )
    .where(eq(experts.status, 'ACTIVE'))
    .orderBy(asc(experts.createdAt), asc(experts.id));
  return rows.map((row) => ({ ...row, connection: row.connection ?? 'none' }));
}

export async function isCustomDomain(db: Database, hostname: string): Promise<boolean> {
  const [row] = await db
    .select({ id: experts.id })
    .from(experts)
    .where(eq(experts.customDomain, hostname.toLowerCase()));
  return row !== undefined;
}

/** Locked until the transaction ends, so that two changes at once don't undo each other. */
export async function lockExpert(tx: Database, id: string): Promise<ExpertRow> {
  const [row] = await tx.select().from(experts).where(eq(experts.id, id)).for('update');
  if (!row) throw notFound('Expert');
  return row;
}

export async function createExpert(tx: Database, expert: NewExpert): Promise<ExpertRow> {
  const [row] = await tx.insert(experts).values(expert).returning();
  return row as ExpertRow;
}

export async function updateExpert(
  tx: Database,
  id: string,
  change: Partial<NewExpert>,
): Promise<ExpertRow> {
  const [row] = await tx.update(experts).set(change).where(eq(experts.id, id)).returning();
  return row as ExpertRow;
}

/** Any number will do. */
const imageLock = 5_120_417;

/**
 * Held until the transaction ends: whoever stores a picture and whoever deletes an unused one take
 * turns, because two experts may share one.
 */
export async function lockImages(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${imageLock})`);
}

export async function isImageShown(tx: Database, imageUrl: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: experts.id })
    .from(experts)
    .where(eq(experts.imageUrl, imageUrl))
    .limit(1);
  return row !== undefined;
}
