import type { Database } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema.ts';

type Facts = Record<string, unknown>;

/**
 * Remembers what an admin did, in the same transaction. Of a change only the fields that differ are
 * kept. Secrets must be taken out before they come here.
 */
export async function recordChange(
  tx: Database,
  change: {
    actorId: string;
    action: string;
    entity: 'expert' | 'provider' | 'thread' | 'user';
    entityId: string;
    before: Facts | null;
    after: Facts;
    now: Date;
  },
): Promise<void> {
  const { before, after, now, ...who } = change;
  const isChanged = (field: string) =>
    JSON.stringify(before?.[field]) !== JSON.stringify(after[field]);
  const fields = Object.keys(after).filter(isChanged);
  if (fields.length === 0) return;
  const pick = (facts: Facts) => Object.fromEntries(fields.map((name) => [name, facts[name]]));
  await tx.insert(auditLog).values({
    ...who,
    before: before && pick(before),
    after: pick(after),
    createdAt: now,
  });
}
