import { recordChange } from '#server/access/audit/store.ts';
import { countRiskEvents, type RiskCount } from '#server/messages/risk-events-store.ts';
import type { Runtime } from '#server/runtime.ts';

/**
 * The year's crises and signs of one as CSV, for reports that laws require, and how many were false alarms. Each
 * download is audited.
 */
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
  const header = 'month,level,kind,rule,country,events,texts sent,false by person,false by team';
  return [header, ...counts.map(toLine)].map((line) => `${line}\r\n`).join('');
}

/** All values are our own words, without commas or quotes. */
function toLine({ country, ...counted }: RiskCount): string {
  const { month, level, kind, rule, events, textsSent, falseByPerson, falseByTeam } = counted;
  const counts = [events, textsSent, falseByPerson, falseByTeam];
  return [month, level, kind, rule, country ?? 'unknown', ...counts].join(',');
}
