import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { recordChange } from '#server/access/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { auditLog } from '#server/db/schema.ts';
import { tryLater } from '#server/errors.ts';
import { hourMs } from '#shared/time.ts';

const action = 'alert-receiver.test';
const maxTests = 3;
const testsLock = 5_120_461;

/**
 * Each test rings phones. The audit log counts them, for all admins together.
 * @throws {AppError} 429
 */
export async function recordTest(
  tx: Database,
  test: { actorId: string; entityId: string; receivers: number; now: Date },
): Promise<void> {
  const { now, receivers, ...who } = test;
  await tx.execute(sql`select pg_advisory_xact_lock(${testsLock})`);
  const recent = await tx
    .select({ at: auditLog.createdAt })
    .from(auditLog)
    .where(
      and(eq(auditLog.action, action), gt(auditLog.createdAt, new Date(now.getTime() - hourMs))),
    )
    .orderBy(desc(auditLog.createdAt))
    .limit(maxTests);
  const oldest = recent[maxTests - 1];
  if (oldest) {
    const waitMs = oldest.at.getTime() + hourMs - now.getTime();
    throw tryLater(`Alerts can be tested ${maxTests} times an hour.`, waitMs);
  }
  const change = { action, entity: 'alert-receiver' as const, before: null, after: { receivers } };
  await recordChange(tx, { ...who, ...change, now });
}
