import { asc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { type AlertReceiverRow, alertReceivers } from '#server/db/schema.ts';

export type NewReceiverRow = typeof alertReceivers.$inferInsert;

export async function listReceivers(db: Database): Promise<AlertReceiverRow[]> {
  return db
    .select()
    .from(alertReceivers)
    .orderBy(asc(alertReceivers.createdAt), asc(alertReceivers.id));
}

export async function lockReceiver(tx: Database, id: string): Promise<AlertReceiverRow | null> {
  const [row] = await tx
    .select()
    .from(alertReceivers)
    .where(eq(alertReceivers.id, id))
    .for('update');
  return row ?? null;
}

export async function insertReceiver(
  tx: Database,
  receiver: NewReceiverRow,
): Promise<AlertReceiverRow> {
  const [row] = await tx.insert(alertReceivers).values(receiver).returning();
  return row as AlertReceiverRow;
}

export async function updateReceiver(
  tx: Database,
  id: string,
  change: Partial<NewReceiverRow>,
): Promise<AlertReceiverRow> {
  const [row] = await tx
    .update(alertReceivers)
    .set(change)
    .where(eq(alertReceivers.id, id))
    .returning();
  return row as AlertReceiverRow;
}

export async function deleteReceiver(tx: Database, id: string): Promise<void> {
  await tx.delete(alertReceivers).where(eq(alertReceivers.id, id));
}
