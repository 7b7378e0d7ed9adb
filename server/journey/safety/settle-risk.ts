import type { Database } from '#server/db/client.ts';
import type { ThreadRow } from '#server/db/schema.ts';
import { settleRiskEvents } from '#server/messages/risk-events-store.ts';
import { clearRisk } from '#server/messages/threads-store.ts';
import type { RiskSettlement } from '#shared/api/safety.ts';
import { dayMs } from '#shared/time.ts';

/** An alarm may be of several texts. */

/**
 * Takes the marks away, and says of the events behind them what became of them.
 * @param thread locked by the caller.
 */
export async function settleRisk(
  tx: Database,
  { id: threadId, riskAt, concernAt }: ThreadRow,
  as: RiskSettlement,
): Promise<void> {
  const times = [riskAt, concernAt].filter((at) => at !== null).map((at) => at.getTime());
  if (times.length === 0) return;
  await clearRisk(tx, threadId);
  const since = new Date(Math.min(...times) - dayMs);
  await settleRiskEvents(tx, { threadId, since, as, levels: ['certain', 'possible'] });
}
