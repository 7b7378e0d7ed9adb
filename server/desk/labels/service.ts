import { recordChange } from '#server/access/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { rejectTaken } from '#server/db/reject-taken.ts';
import { transact } from '#server/db/transact.ts';
import { notFound, unprocessable } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Label, LabelChange, LabelRequest } from '#shared/api/labels.ts';
import { countLabels, deleteLabel, insertLabel, lockLabel, updateLabel } from './store.ts';

type Who = { actorId: string; id: string };

/** One menu lists all. */
const maxLabels = 200;

/** @throws {AppError} 409 for a taken name, 422 for too many. */
export async function createLabel(
  runtime: Runtime,
  actorId: string,
  request: LabelRequest,
): Promise<Label> {
  return changeLabels(runtime, async (tx, now) => {
    if ((await countLabels(tx)) >= maxLabels) {
      throw unprocessable(`There are ${maxLabels} labels already. Delete one first.`);
    }
    const label = await insertLabel(tx, { ...request, createdAt: now });
    await audit(tx, { actorId, id: label.id }, { before: null, after: request, now });
    return label;
  });
}

/** @throws {AppError} 404, 409 for a taken name. */
export async function changeLabel(runtime: Runtime, who: Who, change: LabelChange): Promise<Label> {
  return changeLabels(runtime, async (tx, now) => {
    const before = await getLocked(tx, who.id);
    const after = { ...before, ...change };
    if (after.name === before.name && after.hue === before.hue) return before;
    await updateLabel(tx, who.id, change);
    await audit(tx, who, { before, after, now });
    return after;
  });
}

/** @throws {AppError} 404 */
export async function removeLabelEverywhere(runtime: Runtime, who: Who): Promise<void> {
  await changeLabels(runtime, async (tx, now) => {
    const before = await getLocked(tx, who.id);
    await deleteLabel(tx, who.id);
    await audit(tx, who, { before, after: { name: null, hue: null }, now });
  });
}

async function getLocked(tx: Database, id: string) {
  const label = await lockLabel(tx, id);
  if (!label) throw notFound('Label');
  return label;
}

async function changeLabels<Changed>(
  { db, clock }: Runtime,
  change: (tx: Database, now: Date) => Promise<Changed>,
): Promise<Changed> {
  return rejectTaken(() => transact(db, (tx) => change(tx, clock.now())), {
    labels_name_key: 'A label with this name already exists',
  });
}

type Facts = Record<string, unknown>;

async function audit(
  tx: Database,
  { actorId, id }: Who,
  change: { before: Facts | null; after: Facts; now: Date },
): Promise<void> {
  const entity = { entity: 'label', entityId: id } as const;
  await recordChange(tx, { actorId, action: 'label.change', ...entity, ...change });
}
