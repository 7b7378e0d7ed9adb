import { recordChange } from '#server/access/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import type { SourceRow } from '#server/db/schema.ts';
import { conflict } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { KnowledgeSource } from '#shared/api/knowledge.ts';
import { readDueSources } from './read-sources.ts';
import { toSource } from './show-sources.ts';
import { findTwin, type SourceView } from './sources-store.ts';

/* What adding and changing a source share. */

/** `actorId` null: no admin. */
export type Who = { actorId: string | null; expertId: string };

/** @throws {AppError} 409 */
export async function refuseTwin(tx: Database, expertId: string, hash: string): Promise<void> {
  const twin = await findTwin(tx, { expertId, hash });
  if (twin) throw conflict(`This is there already, as "${twin.title}".`);
}

export async function auditSource(
  tx: Database,
  who: { actorId: string | null; action: string },
  { before, after, now }: { before: SourceRow | null; after: SourceRow; now: Date },
): Promise<void> {
  const facts = ({
    expertId,
    title,
    kind,
    state,
    validFrom,
    validUntil,
    isQuotable,
    generation,
  }: SourceRow) => ({
    ...{ expertId, title, kind, state, validFrom, validUntil, isQuotable, generation },
  });
  const change = { before: before && facts(before), after: facts(after), now };
  await recordChange(tx, { ...who, entity: 'source', entityId: after.id, ...change });
}

export const tellChange =
  ({ changes }: Runtime, { expertId }: Pick<Who, 'expertId'>) =>
  (source: SourceView): KnowledgeSource => {
    changes.publish({ type: 'expert', expertId });
    return toSource(source);
  };

/** After the reply; the sweep reads what a crash leaves. */
export function beginReading(runtime: Runtime): void {
  const { afterReplies, log } = runtime;
  const done = readDueSources(runtime)
    .catch((error) => log.error({ err: error }, 'reading documents failed'))
    .finally(() => afterReplies.delete(done));
  afterReplies.add(done);
}
