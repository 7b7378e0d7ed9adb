import type { AlertReceiverRow } from '#server/db/schema.ts';
import { isOpenAt } from '#server/journey/handover/opening-hours.ts';

export function isOnDuty({ hours }: Pick<AlertReceiverRow, 'hours'>, now: Date): boolean {
  return hours === null || isOpenAt(hours, now);
}

/** `stopped`: the phones that have sent STOP. */
type Moment = { now: Date; isUrgent: boolean; stopped: Set<string> };

/** Out of everyone's hours the phones ring; without phones, everything. What can wait rings no phone. */
export function chooseReceivers(
  receivers: AlertReceiverRow[],
  { now, isUrgent, stopped }: Moment,
): AlertReceiverRow[] {
  const able = orAll(receivers, ({ kind, address }) => kind !== 'text' || !stopped.has(address));
  const fitting = isUrgent ? able : orAll(able, ({ kind }) => kind !== 'text');
  const onDuty = fitting.filter((receiver) => isOnDuty(receiver, now));
  return onDuty.length > 0 ? onDuty : orAll(fitting, ({ kind }) => kind === 'text');
}

/** Those that pass, or all if none does. */
function orAll(
  receivers: AlertReceiverRow[],
  passes: (receiver: AlertReceiverRow) => boolean,
): AlertReceiverRow[] {
  const passing = receivers.filter(passes);
  return passing.length > 0 ? passing : receivers;
}
