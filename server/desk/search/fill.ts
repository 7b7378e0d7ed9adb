import type { Database } from '#server/db/client.ts';
import { transact } from '#server/db/transact.ts';
import { addWords } from '#server/messages/search/index-store.ts';
import {
  checkCandidate,
  listUnindexed,
  lockProgress,
  type Progress,
  proposeCandidate,
  resetProgress,
  saveProgress,
  type Unindexed,
} from '#server/messages/search/progress-store.ts';
import { avoidWholeTable } from './messages-store.ts';

/** The embedded database does nothing else during a batch. */
const batchSize = 250;

/**
 * Adds the oldest missing messages, even if they committed after later ones.
 * @returns how many; `isDone` if none are left.
 */
export async function fillBatch(db: Database): Promise<{ added: number; isDone: boolean }> {
  return transact(db, async (tx) => {
    await avoidWholeTable(tx);
    const before = await lockProgress(tx);
    const state = before.candidate && (await checkCandidate(tx, before.candidate));
    const found = await listUnindexed(tx, { afterSeq: before.doneSeq, limit: batchSize });
    await addWords(tx, found);
    const isDone = found.length < batchSize;
    const doneSeq = state === 'settled' ? advance(before, found, isDone) : before.doneSeq;
    const isUsedUp = doneSeq === before.candidate?.seq || state === 'unknown';
    const candidate = isUsedUp ? null : before.candidate;
    const proposed = candidate ?? (await proposeCandidate(tx));
    await saveProgress(tx, { doneSeq, candidate: proposed.seq > doneSeq ? proposed : null });
    return { added: found.length, isDone };
  });
}

function advance({ doneSeq, candidate }: Progress, found: Unindexed[], isDone: boolean): number {
  const settled = candidate?.seq ?? doneSeq;
  return isDone ? settled : Math.min(settled, found.at(-1)?.seq ?? settled);
}

export async function fillSearch(db: Database, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (let isOpen = true; isOpen && !signal?.aborted; ) {
    const { added, isDone } = await fillBatch(db);
    count += added;
    isOpen = !isDone;
  }
  return count;
}

/** Until it is full, searches find less. */
export async function rebuildSearch(db: Database): Promise<number> {
  await transact(db, resetProgress);
  return fillSearch(db);
}
