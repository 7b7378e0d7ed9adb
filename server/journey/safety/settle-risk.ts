import type { Database } from '#server/db/client.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { settleRiskEvents } from '#server/messages/risk-events-store.ts';
import { clearRisk } from '#server/messages/threads-store.ts';
import type { RiskSettlement } from '#shared/api/safety.ts';
import { dayMs } from '#shared/time.ts';

/**
 * Takes the marks away, and says of the events behind them what became of them.
 * @param thread locked by the caller.
 */
export async function settleRisk(
  tx: Database,
  { id: threadId, riskAt, concernAt }: ThreadRow,
  as: RiskSettlement,
): Promise<void> {
  const since = riskSpan({ riskAt, concernAt });
  if (!since) return;
  await clearRisk(tx, threadId);
  await settleRiskEvents(tx, { threadId, since, as, levels: ['certain', 'possible'] });
}

/** Since when the events behind the marks may lie: an alarm may be of several texts. Null without a mark. */
export function riskSpan({
  riskAt,
  concernAt,
}: Pick<ThreadRow, 'riskAt' | 'concernAt'>): Date | null {
  const times = [riskAt, concernAt].filter((at) => at !== null).map((at) => at.getTime());
  return times.length > 0 ? new Date(Math.min(...times) - dayMs) : null;
}
