import { listProviders } from '#server/experts/providers/store.ts';
import type { Runtime } from '#server/runtime.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import {
  countFailuresByExpert,
  countGivenUpByExpert,
  countOverdueByExpert,
} from './facts-store.ts';
import type { Finding } from './finding.ts';
import { formatTime, pluralize } from './format.ts';

const overdueMs = 5 * minuteMs;
const failuresMs = 15 * minuteMs;
const minFailures = 5;
const worstShare = 0.2;

const ago = ({ clock }: Pick<Runtime, 'clock'>, ms: number) => new Date(clock.now().getTime() - ms);

export async function findDownProviders({ db }: Runtime): Promise<Finding[]> {
  const down = (await listProviders(db)).filter(({ isActive, outage }) => isActive && outage);
  return down.map(({ id, displayName, outage }) => ({
    subject: id,
    detail: `${displayName} does not answer since ${formatTime(new Date(outage?.since ?? 0))}.`,
    link: '/providers',
  }));
}

export async function findUnanswered(runtime: Runtime): Promise<Finding[]> {
  const experts = await countOverdueByExpert(runtime.db, {
    before: ago(runtime, overdueMs),
    now: runtime.clock.now(),
  });
  return experts.map(({ expertId, expert, count, since }) => ({
    subject: expertId,
    detail: `${expert}: ${pluralize(count, 'text waits', 'texts wait')} for an answer, the oldest since ${formatTime(since)}.`,
    link: `/?expertId=${expertId}`,
  }));
}

export async function findFailures(runtime: Runtime): Promise<Finding[]> {
  const experts = await countFailuresByExpert(runtime.db, {
    since: ago(runtime, failuresMs),
    least: minFailures,
  });
  return experts
    .filter(({ failed, settled }) => failed > worstShare * settled)
    .map(({ expertId, expert, failed, settled }) => ({
      subject: expertId,
      detail: `${expert}: ${failed} of ${settled} answers and texts of the last 15 minutes failed.`,
      link: `/?state=failed&expertId=${expertId}`,
    }));
}

export async function findGivenUp(runtime: Runtime): Promise<Finding[]> {
  const experts = await countGivenUpByExpert(runtime.db, ago(runtime, dayMs));
  return experts.map(({ expertId, expert, count }) => ({
    subject: expertId,
    detail: `${expert}: ${pluralize(count, 'answer or text was', 'answers or texts were')} given up in 24 hours, and the team has neither retried nor dismissed ${count === 1 ? 'it' : 'them'}.`,
    link: `/?state=failed&expertId=${expertId}`,
  }));
}
