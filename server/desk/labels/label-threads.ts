import { recordChange } from '#server/access/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThreadsById } from '#server/db/locks.ts';
import { transact } from '#server/db/transact.ts';
import { notFound } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { LabelThreadsRequest } from '#shared/api/labels.ts';
import { toFilter } from '../conversations/service.ts';
import { listThreadIds } from '../conversations/store.ts';
import { addLabel, lockLabelForUse, removeLabel } from './store.ts';

type Labelling = { actorId: string; labelId: string } & LabelThreadsRequest;

/**
 * Ignores unknown threads.
 * @throws {AppError} 404 for an unknown label.
 */
export async function labelThreads(runtime: Runtime, labelling: Labelling): Promise<string[]> {
  const { db, clock, changes } = runtime;
  const { actorId, threadIds, state } = labelling;
  const now = clock.now();
  const filter = { ...toFilter(labelling, { now, readerId: actorId }), state };
  const chosen = await listThreadIds(db, { filter, threadIds });
  const changed = await transact(db, (tx) => changeThreads(tx, labelling, { chosen, now }));
  // Not to the owner: people don't see labels.
  for (const threadId of changed) changes.publish({ type: 'thread', threadId, userId: null });
  return changed;
}

async function changeThreads(
  tx: Database,
  { actorId, labelId, isOn }: Labelling,
  { chosen, now }: { chosen: string[]; now: Date },
): Promise<string[]> {
  const locked = await lockThreadsById(tx, chosen);
  const label = await lockLabelForUse(tx, labelId);
  if (!label) throw notFound('Label');
  const threadIds = locked.filter(({ erasedAt }) => erasedAt === null).map(({ id }) => id);
  const changed = await (isOn ? addLabel : removeLabel)(tx, { labelId, threadIds });
  for (const entityId of changed) {
    await recordChange(tx, {
      actorId,
      action: isOn ? 'thread.add-label' : 'thread.remove-label',
      entity: 'thread',
      entityId,
      before: null,
      after: { label: label.name },
      now,
    });
  }
  return changed;
}
