import { recordChange } from '#server/access/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import type { SourceRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { badRequest, conflict } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  daysOutOfOrder,
  type KnowledgeSource,
  type UpdateSourceRequest,
} from '#shared/api/knowledge.ts';
import { rewritePair } from './pairs.ts';
import { auditSource, beginReading, refuseTwin, tellChange, type Who } from './source-changes.ts';
import {
  deleteSource,
  getSource,
  lockSource,
  type NewSource,
  raiseRevision,
  updateSource,
} from './sources-store.ts';

/**
 * @throws {AppError} 404, 400 for days that end before they begin, one of them as it was; 409 for a pair that is there
 *   already, 422 for the words of another kind.
 */
export async function changeSource(
  runtime: Runtime,
  who: Who & { sourceId: string },
  { question, answer, ...change }: UpdateSourceRequest,
): Promise<KnowledgeSource> {
  return changeKnown(runtime, who, 'source.update', async (known, tx) => {
    const { validFrom, validUntil } = { ...known, ...change };
    if (validFrom && validUntil && validUntil < validFrom) throw badRequest(daysOutOfOrder);
    if (question === undefined && answer === undefined) return change;
    return { ...(await rewritePair(tx, known, { question, answer })), ...change };
  });
}

/** @throws {AppError} 404, 409 while it is not read. */
export async function publishSource(
  runtime: Runtime,
  who: Who & { sourceId: string },
): Promise<KnowledgeSource> {
  const now = runtime.clock.now();
  return changeKnown(runtime, who, 'source.publish', async (known, tx) => {
    if (known.state === 'live') return {};
    if (known.state === 'review') return { state: 'live', publishedAt: now };
    if (known.state === 'retired' && known.generation > 0) {
      // It may have been added again meanwhile.
      if (known.hash) await refuseTwin(tx, who.expertId, known.hash);
      return { state: 'live', publishedAt: now, retiredAt: null };
    }
    throw conflict(
      known.state === 'reading'
        ? 'It is still being read. Publish it when it has been reviewed.'
        : `It could not be read, so there is nothing to publish. ${known.failure ?? ''}`.trim(),
    );
  });
}

/** From the next turn on it is given to no model. @throws {AppError} 404 */
export async function retireSource(
  runtime: Runtime,
  who: Who & { sourceId: string },
): Promise<KnowledgeSource> {
  const retiredAt = runtime.clock.now();
  return changeKnown(runtime, who, 'source.retire', async (known) =>
    known.state === 'retired' ? {} : { state: 'retired', retiredAt, readDueAt: null },
  );
}

/** The file, or the page as it is now. @throws {AppError} 404, 409 for what was typed here. */
export async function readAgain(
  runtime: Runtime,
  who: Who & { sourceId: string },
): Promise<KnowledgeSource> {
  const readDueAt = runtime.clock.now();
  const source = await changeKnown(runtime, who, 'source.read', async (known) => {
    if (known.kind === 'pair')
      throw conflict('A question with its answer is not read. Delete it, and write it anew.');
    const state = known.state === 'failed' ? 'reading' : known.state;
    return { state, readDueAt, readingAttempts: 0 };
  });
  beginReading(runtime);
  return source;
}

/** With its file, and with what answers have quoted of it. @throws {AppError} 404 */
export async function removeSource(
  runtime: Runtime,
  { actorId, expertId, sourceId }: Who & { sourceId: string },
): Promise<void> {
  const now = runtime.clock.now();
  await transact(runtime.db, async (tx) => {
    const known = await lockSource(tx, { expertId, sourceId });
    await deleteSource(tx, known);
    await raiseRevision(tx, expertId);
    const after = { state: 'deleted', title: known.title };
    const facts = { before: { state: known.state, title: null }, after };
    await recordChange(tx, {
      ...{ actorId, action: 'source.delete', entity: 'source', entityId: sourceId },
      ...facts,
      now,
    });
  });
  runtime.changes.publish({ type: 'expert', expertId });
}

async function changeKnown(
  runtime: Runtime,
  { actorId, expertId, sourceId }: Who & { sourceId: string },
  action: string,
  decide: (known: SourceRow, tx: Database) => Promise<Partial<NewSource>>,
): Promise<KnowledgeSource> {
  const now = runtime.clock.now();
  const source = await transact(runtime.db, async (tx) => {
    const known = await lockSource(tx, { expertId, sourceId });
    const change = await decide(known, tx);
    if (Object.keys(change).length > 0) {
      const after = await updateSource(tx, sourceId, change);
      await raiseRevision(tx, expertId);
      await auditSource(tx, { actorId, action }, { before: known, after, now });
    }
    return getSource(tx, { expertId, sourceId });
  });
  return tellChange(runtime, { expertId })(source);
}
