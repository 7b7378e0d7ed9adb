import type { ExpertRow, ThreadRow } from '#server/db/schema.ts';
import { type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import { describeHours } from '../handover/opening-hours.ts';

export function promisePerson(
  { displayName, openingHours }: ExpertRow,
  { handle }: Pick<ThreadRow, 'handle'>,
  now: Date,
): SystemText {
  return systemTexts.personAnswers(displayName, describeHours(openingHours, { now, handle }));
}
