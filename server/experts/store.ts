import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { expertAddress } from '#server/db/addresses.ts';
import type { Database } from '#server/db/client.ts';
import { connections, type ExpertRow, experts, threads } from '#server/db/schema.ts';
import { allowIdle } from '#server/db/transact.ts';
import { notFound } from '#server/errors.ts';
import type { ChannelKey } from '#shared/channels.ts';
import { listWords } from '#shared/expert-words.ts';

export type NewExpert = typeof experts.$inferInsert;

export async function listExperts(db: Database): Promise<ExpertRow[]> {
  return db.select().from(experts).orderBy(asc(experts.createdAt), asc(experts.id));
}

/** @throws {AppError} 404 */
export async function getExpert(db: Database, id: string): Promise<ExpertRow> {
  const expert = await findExpert(db, id);
  if (!expert) throw notFound('Expert');
  return expert;
}

export async function listExpertIds(db: Database): Promise<string[]> {
  const rows = await db.select({ id: experts.id }).from(experts);
  return rows.map(({ id }) => id);
}

export async function findExpert(db: Database, id: string): Promise<ExpertRow | null> {
  const [row] = await db.select().from(experts).where(eq(experts.id, id));
  return row ?? null;
}

/**
 * @param address the expert's, or the gateway's id of it.
 * @param isDefault the account's default id: means the oldest expert without one, active ones first.
 */
export async function findExpertAt(
  db: Database,
  { channel, address, isDefault }: { channel: ChannelKey; address: string; isDefault: boolean },
): Promise<ExpertRow | null> {
  const named = or(eq(experts.phoneNumberId, address), eq(expertAddress, address));
  const byDefault = isNull(experts.phoneNumberId);
  const [row] = await db
    .select()
    .from(experts)
    .where(and(eq(experts.channel, channel), isDefault ? or(named, byDefault) : named))
    .orderBy(
      sql`${experts.phoneNumberId} is null`,
      sql`${experts.status} <> 'ACTIVE'`,
      asc(experts.createdAt),
    )
    .limit(1);
  return row ?? null;
}

export async function listPublicExpertsFor(db: Database, user: { id: string }) {
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
      category: experts.category,
      sampleQuestions: experts.sampleQuestions,
      imageUrl: experts.imageUrl,
      phoneNumber: experts.phoneNumber,
      phoneNumberId: experts.phoneNumberId,
      connection: connections.state,
      threadId: sql<string | null>`(${ownThread})`,
      words: experts.words,
    })
    .from(experts)
    .leftJoin(
      connections,
      and(eq(connections.expertId, experts.id), eq(connections.userId, user.id)),
    )
    .where(eq(experts.status, 'ACTIVE'))
    .orderBy(asc(experts.createdAt), asc(experts.id));
  return rows.map((row) => ({
    ...row,
    connection: row.connection ?? ('none' as const),
    words: Object.values(listWords(row.words)),
  }));
}

export async function isCustomDomain(db: Database, hostname: string): Promise<boolean> {
  const [row] = await db
    .select({ id: experts.id })
    .from(experts)
    .where(eq(experts.customDomain, hostname.toLowerCase()));
  return row !== undefined;
}

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
  const [row] = await tx
    .update(experts)
    .set({ ...change, revision: sql`${experts.revision} + 1` })
    .where(eq(experts.id, id))
    .returning();
  return row as ExpertRow;
}

/** An arbitrary number. */
const imageLock = 5_120_417;

/** Storing and deleting take turns until the transaction ends, because experts may share a picture. */
export async function lockImages(tx: Database): Promise<void> {
  // A bucket may take long.
  await allowIdle(tx);
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

/** Active first: a channel's first expert uses the gateway's default sender. */
export async function listSandboxExperts(db: Database) {
  return db
    .select({
      id: experts.id,
      displayName: experts.displayName,
      channel: experts.channel,
      phoneNumber: experts.phoneNumber,
      handle: experts.handle,
      phoneNumberId: experts.phoneNumberId,
      imageUrl: experts.imageUrl,
      tagline: experts.tagline,
      isPaused: sql<boolean>`${experts.status} = 'PAUSED'`,
    })
    .from(experts)
    .where(isNull(experts.archivedAt))
    .orderBy(sql`${experts.status} = 'PAUSED'`, asc(experts.createdAt));
}
