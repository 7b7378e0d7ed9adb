import { throwOutdated } from '#server/access/audit/refuse-outdated.ts';
import { recordChange } from '#server/access/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { rejectTaken } from '#server/db/reject-taken.ts';
import { transact } from '#server/db/transact.ts';
import { notFound } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type {
  CannedReply,
  CannedReplyChange,
  CannedReplyRequest,
} from '#shared/api/canned-replies.ts';
import {
  deleteCannedReply,
  insertCannedReply,
  lockCannedReply,
  updateCannedReply,
} from './store.ts';

type Who = { actorId: string; id: string };

/** @throws {AppError} 409 for a taken name. */
export async function addCannedReply(
  runtime: Runtime,
  actorId: string,
  request: CannedReplyRequest,
): Promise<CannedReply> {
  return changeReplies(runtime, async (tx, now) => {
    const added = await insertCannedReply(tx, { ...request, createdAt: now });
    await audit(tx, { actorId, id: added.id }, { before: null, after: request, now });
    return added;
  });
}

/** @throws {AppError} 404, 409 for a taken name or an edit of an older state. */
export async function changeCannedReply(
  runtime: Runtime,
  who: Who,
  { basedOn, ...change }: CannedReplyChange,
): Promise<CannedReply> {
  return changeReplies(runtime, async (tx, now) => {
    const before = await lockCannedReply(tx, who.id);
    if (!before) throw notFound('Canned reply');
    const after = { ...before, ...change };
    const isContested = (['name', 'text'] as const).some(
      (field) => basedOn && ![basedOn[field], after[field]].includes(before[field]),
    );
    if (isContested) {
      const edit = { actorId: who.actorId, entity: 'canned-reply', entityId: who.id } as const;
      await throwOutdated(tx, edit, before);
    }
    if (after.name === before.name && after.text === before.text) return before;
    await updateCannedReply(tx, who.id, change);
    await audit(tx, who, { before, after, now });
    return after;
  });
}

/** @throws {AppError} 404 */
export async function removeCannedReply(runtime: Runtime, who: Who): Promise<void> {
  await changeReplies(runtime, async (tx, now) => {
    const before = await lockCannedReply(tx, who.id);
    if (!before) throw notFound('Canned reply');
    await deleteCannedReply(tx, who.id);
    await audit(tx, who, { before, after: { name: null, text: null }, now });
  });
}

async function changeReplies<Changed>(
  { db, clock }: Runtime,
  change: (tx: Database, now: Date) => Promise<Changed>,
): Promise<Changed> {
  return rejectTaken(() => transact(db, (tx) => change(tx, clock.now())), {
    canned_replies_name_key: 'A canned reply with this name already exists',
  });
}

type Facts = Record<string, unknown>;

async function audit(
  tx: Database,
  { actorId, id }: Who,
  change: { before: Facts | null; after: Facts; now: Date },
): Promise<void> {
  const entity = { entity: 'canned-reply', entityId: id } as const;
  await recordChange(tx, { actorId, action: 'canned-reply.change', ...entity, ...change });
}
