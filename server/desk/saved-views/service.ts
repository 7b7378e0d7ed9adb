import { recordChange } from '#server/access/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { rejectTaken } from '#server/db/reject-taken.ts';
import type { SavedViewRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { forbidden, notFound, unprocessable } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  type CountedView,
  type SavedView,
  type ViewRequest,
  viewCountLimit,
  viewFilters,
} from '#shared/api/saved-views.ts';
import { countThreads } from '../conversations/counts.ts';
import { toFilter } from '../conversations/service.ts';
import { countViews, deleteView, insertView, listViews, lockView, renameView } from './store.ts';

/** `isAdmin`: may change shared views. */
type Owner = { id: string; isAdmin: boolean };

/** An open menu counts each view. */
const maxViews = 50;

/** For all counts of a menu; then views show none. */
const countingMs = 2_000;

export async function readViews({ db, clock }: Runtime, readerId: string): Promise<CountedView[]> {
  const asked = { now: clock.now(), readerId };
  const stopAt = performance.now() + countingMs;
  const counted: CountedView[] = [];
  // One by one: a menu must not take many connections.
  for (const row of await listViews(db, readerId)) {
    // Saved by another release, with filters unknown here.
    if (!viewFilters.safeParse(row.filters).success) continue;
    const timeoutMs = Math.ceil(stopAt - performance.now());
    const count = timeoutMs > 0 ? await countView(db, row, { ...asked, timeoutMs }) : null;
    counted.push({ ...toView(row), count });
  }
  return counted;
}

async function countView(
  db: Database,
  { filters: { q, state, timeZone = 'UTC', ...filters } }: SavedViewRow,
  { timeoutMs, ...asked }: { now: Date; readerId: string; timeoutMs: number },
): Promise<number | null> {
  if (q) return null;
  const filter = { ...toFilter({ ...filters, timeZone }, asked), state };
  return countThreads(db, filter, { atMost: viewCountLimit, timeoutMs });
}

/** @throws {AppError} 403 if an agent shares it, 409 for a taken name, 422 for too many. */
export async function createView(
  runtime: Runtime,
  owner: Owner,
  { name, isShared, filters }: ViewRequest,
): Promise<SavedView> {
  if (isShared && !owner.isAdmin) throw forbidden('You need admin access to share a view.');
  return changeViews(runtime, async (tx, now) => {
    const ownerId = isShared ? null : owner.id;
    if ((await countViews(tx, ownerId)) >= maxViews) {
      throw unprocessable(`There are ${maxViews} views already. Delete one first.`);
    }
    const row = await insertView(tx, { ownerId, name, filters, createdAt: now });
    await audit(tx, owner, { view: row, before: null, after: { name, filters }, now });
    return toView(row);
  });
}

/** @throws {AppError} 403 for a shared one and an agent, 404, 409 for a taken name. */
export async function changeViewName(
  runtime: Runtime,
  owner: Owner,
  { id, name }: { id: string; name: string },
): Promise<SavedView> {
  return changeViews(runtime, async (tx, now) => {
    const view = await getOwned(tx, owner, id);
    await renameView(tx, id, name);
    await audit(tx, owner, { view, before: { name: view.name }, after: { name }, now });
    return toView({ ...view, name });
  });
}

/** @throws {AppError} 403 for a shared one and an agent, 404. */
export async function removeView(runtime: Runtime, owner: Owner, id: string): Promise<void> {
  await changeViews(runtime, async (tx, now) => {
    const view = await getOwned(tx, owner, id);
    await deleteView(tx, id);
    const { name, filters } = view;
    const after = { name: null, filters: null };
    await audit(tx, owner, { view, before: { name, filters }, after, now });
  });
}

async function getOwned(tx: Database, owner: Owner, id: string): Promise<SavedViewRow> {
  const view = await lockView(tx, { id, userId: owner.id });
  if (!view) throw notFound('View');
  if (view.ownerId === null && !owner.isAdmin) {
    throw forbidden('You need admin access to change shared views.');
  }
  return view;
}

async function changeViews<Changed>(
  { db, clock }: Runtime,
  change: (tx: Database, now: Date) => Promise<Changed>,
): Promise<Changed> {
  const message = 'A view with this name already exists';
  return rejectTaken(() => transact(db, (tx) => change(tx, clock.now())), {
    saved_views_own_key: message,
    saved_views_shared_key: message,
  });
}

type Facts = Record<string, unknown>;

/** Only shared views: an account's own concern no one else. */
async function audit(
  tx: Database,
  { id: actorId }: Owner,
  {
    view: { id: entityId, ownerId },
    ...change
  }: { view: SavedViewRow; before: Facts | null; after: Facts; now: Date },
): Promise<void> {
  if (ownerId !== null) return;
  await recordChange(tx, { actorId, action: 'view.change', entity: 'view', entityId, ...change });
}

function toView({ id, name, ownerId, filters }: SavedViewRow): SavedView {
  return { id, name, isShared: ownerId === null, filters };
}
