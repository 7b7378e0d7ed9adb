import type { Database } from '#server/db/client.ts';
import { outdated } from '#server/errors.ts';
import { findLastEditor } from './store.ts';

type Edit = {
  actorId: string;
  entity: 'expert' | 'provider';
  entityId: string;
  /** The revision that the editor has read; null accepts any. */
  basedOn: number | null;
};

const names = { expert: 'expert', provider: 'AI provider' };

/**
 * Refuses an edit of an older state. The caller has locked the row.
 * @throws {AppError} 409 with the current state.
 */
export async function refuseOutdated(
  tx: Database,
  { basedOn, ...edit }: Edit,
  { revision, current }: { revision: number; current: object },
): Promise<void> {
  if (basedOn === null || basedOn === revision) return;
  const editor = await findLastEditor(tx, edit);
  const what = names[edit.entity];
  if (editor?.id === edit.actorId) {
    throw outdated(`You have changed this ${what} in another window meanwhile.`, current);
  }
  throw outdated(`${editor?.email ?? 'Someone'} has changed this ${what} meanwhile.`, current);
}
