import type { Database } from '#server/db/client.ts';
import { outdated } from '#server/errors.ts';
import { findLastEditor } from './store.ts';

type Edit = {
  actorId: string;
  entity: 'expert' | 'provider' | 'canned-reply';
  entityId: string;
};

const names = { expert: 'expert', provider: 'AI provider', 'canned-reply': 'canned reply' };

/**
 * The caller has locked the row.
 * @param edit.basedOn the revision that was read; null accepts any.
 * @throws {AppError} 409 with the current state.
 */
export async function refuseOutdated(
  tx: Database,
  { basedOn, ...edit }: Edit & { basedOn: number | null },
  { revision, current }: { revision: number; current: object },
): Promise<void> {
  if (basedOn !== null && basedOn !== revision) await throwOutdated(tx, edit, current);
}

/** @throws {AppError} 409 with the current state. */
export async function throwOutdated(tx: Database, edit: Edit, current: object): Promise<never> {
  const editor = await findLastEditor(tx, edit);
  const what = names[edit.entity];
  if (editor?.id === edit.actorId) {
    throw outdated(`You have since changed this ${what} in another window.`, current);
  }
  throw outdated(`${editor?.email ?? 'Someone'} has since changed this ${what}.`, current);
}
