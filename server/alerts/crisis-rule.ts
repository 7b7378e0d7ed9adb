import type { Runtime } from '#server/runtime.ts';
import { listUnopenedCrises, type UnopenedCrisis } from './facts-store.ts';
import type { Finding } from './finding.ts';
import { formatTime } from './format.ts';

const waitMs = 5 * 60_000;

/**
 * One for each person who is known. Strangers share one for each expert: anyone may text a crisis from many fresh
 * numbers, and the team's phones must not ring for each.
 */
export async function findCrises({ db, clock }: Runtime): Promise<Finding[]> {
  const before = new Date(clock.now().getTime() - waitMs);
  const crises = await listUnopenedCrises(db, before);
  const strangers = Map.groupBy(
    crises.filter(({ isKnown }) => !isKnown),
    ({ expertId }) => expertId,
  );
  return [
    ...crises.filter(({ isKnown }) => isKnown).map(toFinding),
    ...[...strangers].map(([expertId, ofExpert]) => toFindingOfStrangers(expertId, ofExpert)),
  ];
}

function toFinding({ threadId, expert, riskAt }: UnopenedCrisis): Finding {
  return {
    subject: threadId,
    detail: `${expert}: a person may be in danger since ${formatTime(riskAt)}. The team has not opened the conversation.`,
    link: `/?thread=${threadId}`,
  };
}

/** Oldest first. */
function toFindingOfStrangers(expertId: string, crises: UnopenedCrisis[]): Finding {
  const [first] = crises as [UnopenedCrisis];
  const count = crises.length;
  const who = count === 1 ? 'a person who is new' : `${count} people who are new`;
  return {
    subject: expertId,
    detail: `${first.expert}: ${who} may be in danger, the first since ${formatTime(first.riskAt)}. The team has not opened ${count === 1 ? 'the conversation' : 'these conversations'}.`,
    link: `/?state=crisis&expertId=${expertId}`,
  };
}
