import type { AlertReceiverRow } from '#server/db/schema.ts';
import { isOpenAt } from '#server/pipeline/opening-hours.ts';

export function isOnDuty({ hours }: Pick<AlertReceiverRow, 'hours'>, now: Date): boolean {
  return hours === null || isOpenAt(hours, now);
}

/** Out of everyone's hours the phones ring; without phones, everything. */
export function chooseReceivers(receivers: AlertReceiverRow[], now: Date): AlertReceiverRow[] {
  const onDuty = receivers.filter((receiver) => isOnDuty(receiver, now));
  if (onDuty.length > 0) return onDuty;
  const phones = receivers.filter(({ kind }) => kind === 'text');
  return phones.length > 0 ? phones : receivers;
}
