import { recordChange } from '#server/audit/store.ts';
import type { Runtime } from '#server/runtime.ts';
import { countRiskEvents, type RiskCount } from './store.ts';

/** The year's crises as CSV, for reports that laws require. Each download is audited. */
export async function writeRiskReport(
  { db, clock }: Runtime,
  { year, actorId }: { year: number; actorId: string },
): Promise<string> {
  const counts = await countRiskEvents(db, year);
  await recordChange(db, {
    actorId,
    action: 'safety.report',
    entity: 'user',
    entityId: actorId,
    before: null,
    after: { year },
    now: clock.now(),
  });
  const header = 'month,kind,rule,country,events,texts sent';
  return [header, ...counts.map(toLine)].map((line) => `${line}\r\n`).join('');
}

/** All values are our own words, without commas or quotes. */
function toLine({ month, kind, rule, country, events, textsSent }: RiskCount): string {
  return [month, kind, rule, country ?? 'unknown', events, textsSent].join(',');
}
