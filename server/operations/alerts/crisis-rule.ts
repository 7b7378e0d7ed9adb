import type { Runtime } from '#server/runtime.ts';
import { minuteMs } from '#shared/time.ts';
import { listUnopenedCrises, type UnopenedCrises } from './crises-store.ts';
import type { Finding } from './finding.ts';
import { formatTime } from './format.ts';

const waitMs = 5 * minuteMs;

/**
 * One for each person who is known, up to a few. All others share one for each expert: anyone may text a crisis from
 * many numbers, and the team's phones must not ring for each. But each new one rings soon: the real one may be the last.
 */
export async function findCrises({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<Finding[]> {
  const before = new Date(clock.now().getTime() - waitMs);
  const crises = await listUnopenedCrises(db, before);
  return crises.map(({ threadId, ...facts }) =>
    threadId ? toFinding(threadId, facts) : toSharedFinding(facts),
  );
}

type Facts = Omit<UnopenedCrises, 'threadId'>;

function toFinding(threadId: string, { expert, since }: Facts): Finding {
  return {
    subject: threadId,
    detail: `${expert}: a person may be in danger since ${formatTime(since)}. The team has not opened the conversation.`,
    link: `/?thread=${threadId}`,
  };
}

function toSharedFinding({ expertId, expert, since, latest, count, known }: Facts): Finding {
  return {
    grewAt: new Date(latest.getTime() + waitMs),
    subject: expertId,
    detail: `${expert}: ${nameThem(count, known)} may be in danger, the first since ${formatTime(since)}. The team has not opened ${count === 1 ? 'the conversation' : 'these conversations'}.`,
    link: `/?state=crisis&expertId=${expertId}`,
  };
}

function nameThem(count: number, known: number): string {
  if (known > 0) return count === 1 ? 'another person' : `${count} more people`;
  return count === 1 ? 'a person who is new' : `${count} people who are new`;
}
