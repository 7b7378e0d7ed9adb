import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { lockThreadsOf } from '#server/db/locks.ts';
import {
  type ConnectionRow,
  type MessageRow,
  type ThreadRow,
  threads,
  users,
} from '#server/db/schema.ts';
import { isAboutOnly, moveTexts } from '#server/messages/threads-store.ts';
import { copyMarksOfAccount, isMarked, moveMarks } from './marks-store.ts';

/** The text by which the phone said whose it is. */
export type ProvingText = Pick<MessageRow, 'id' | 'seq'>;
type Place = { userId: string; expertId: string; handle: string };

export async function findOwnThread(
  tx: Database,
  { userId, expertId, handle }: ConnectionRow,
): Promise<ThreadRow | null> {
  if (handle === null) return null;
  const [row] = await tx
    .select()
    .from(threads)
    .where(
      and(
        eq(threads.userId, userId),
        eq(threads.expertId, expertId),
        eq(threads.handle, handle),
        threads.isCurrent,
      ),
    );
  return row ?? null;
}

/**
 * For a phone not connected yet: the current thread, or a record beside it if that is another account's. Locks all
 * threads of the address.
 */
export async function ensurePhoneThread(
  tx: Database,
  { expertId, handle, now, userId }: Place & { now: Date },
): Promise<ThreadRow> {
  const ofExpert = await lockWithCurrent(tx, { expertId, handle, now });
  const current = ofExpert.find(({ isCurrent }) => isCurrent) as ThreadRow;
  if (current.userId === null || current.userId === userId) return current;
  const record = ofExpert.findLast((row) => row.userId === null);
  if (record) return record;
  const [added] = await tx
    .insert(threads)
    .values({ expertId, handle, createdAt: now, isCurrent: false })
    .returning();
  return added as ThreadRow;
}

/** Resumes the account's earlier thread, or takes the current one if it has only this account's question. */
export async function beginThread(
  tx: Database,
  { userId, expertId, handle, now }: Place & { now: Date },
  text: ProvingText | undefined,
): Promise<string> {
  const ofExpert = await lockWithCurrent(tx, { expertId, handle, now });
  const current = ofExpert.find(({ isCurrent }) => isCurrent) as ThreadRow;
  const [account] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const isTheirs =
    current.userId === null &&
    (await isAboutOnly(tx, current.id, { email: account?.email ?? '', text }));
  const former = [current, ...ofExpert.toReversed()].find((row) => row.userId === userId);
  const own = former ?? (isTheirs ? current : null);
  if (own !== current) {
    await tx.update(threads).set({ isCurrent: false }).where(eq(threads.id, current.id));
  }
  // A gateway's reply window depends on when the phone last wrote, in any thread.
  const { lastInboundAt, lastInboundChannel, route, closedBy } = findLatest(ofExpert) ?? current;
  const state = { userId, isCurrent: true, lastInboundAt, lastInboundChannel, route, closedBy };
  const [row] = own
    ? await tx.update(threads).set(state).where(eq(threads.id, own.id)).returning()
    : await tx
        .insert(threads)
        .values({ ...state, expertId, handle, createdAt: now })
        .returning();
  const begun = row as ThreadRow;
  const { id } = begun;
  if (current.id !== id && isMarked(current)) await moveMarks(tx, current, begun);
  else if (!former) await copyMarksOfAccount(tx, begun);
  const fromIds = ofExpert.flatMap((other) => (other.id === id ? [] : [other.id]));
  if (text) await moveTexts(tx, text, { fromIds, toId: id });
  return id;
}

function findLatest(ofExpert: ThreadRow[]): ThreadRow | undefined {
  const timeOf = ({ lastInboundAt }: ThreadRow) => lastInboundAt?.getTime() ?? 0;
  return ofExpert.toSorted((a, b) => timeOf(b) - timeOf(a))[0];
}

/** One of them is current. Locks all threads of the address. */
async function lockWithCurrent(
  tx: Database,
  { expertId, handle, now }: Omit<Place, 'userId'> & { now: Date },
): Promise<ThreadRow[]> {
  await tx
    .insert(threads)
    .values({ expertId, handle, createdAt: now })
    .onConflictDoNothing({ target: [threads.expertId, threads.handle], where: sql`is_current` });
  return (await lockThreadsOf(tx, handle)).filter((row) => row.expertId === expertId);
}
