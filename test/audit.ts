import { eq } from 'drizzle-orm';
import { auditLog } from '#server/db/schema.ts';
import type { TestApp } from './runtime.ts';

/** Oldest first. */
export function listAudit({ runtime }: TestApp, entityId: string) {
  return runtime.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, entityId))
    .orderBy(auditLog.id);
}
