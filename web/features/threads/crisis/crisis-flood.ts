import type { Thread } from '#shared/api/threads.ts';

/** From here on, crises from fresh numbers are shown as one: they may be one sender's. */
const floodFrom = 5;

/** The crises that are shown as one; empty while there are few. One that a colleague has taken stands for itself. */
export function findFlood(threads: Thread[]): Thread[] {
  const flood = threads.filter(
    ({ riskAt, isNewcomer, assignee }) => riskAt !== null && isNewcomer && assignee === null,
  );
  return flood.length < floodFrom ? [] : flood;
}

export function describeFlood(flood: Thread[]): string {
  return `${flood.length.toLocaleString('en-US')} new numbers`;
}

/** The most urgent first: an account, a number that wrote before, a fresh one. */
export function compareSenders(a: Thread, b: Thread): number {
  return rankSender(b) - rankSender(a);
}

function rankSender({ person, isNewcomer }: Thread): number {
  if (isNewcomer) return 0;
  return person ? 2 : 1;
}
