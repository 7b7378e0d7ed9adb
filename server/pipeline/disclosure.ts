import type { ExpertRow, MessageRow } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { findDisclosureRule, minorEveryHours } from '#shared/disclosure-rules.ts';
import { productName } from '#shared/limits.ts';

const hourMs = 3_600_000;
const disclosureEnd = 'Not a person.';

/** What the reply says before its own words, if it is due. */
export function findDueDisclosure(
  { thread, expert }: Pick<ClaimedMessage, 'thread' | 'expert'>,
  now: Date,
): string | null {
  const { everyHours } = findDisclosureRule(expert.class, thread.handle);
  const hours = Math.min(
    everyHours ?? Infinity,
    expert.disclosureHours || Infinity,
    thread.minorSince ? minorEveryHours : Infinity,
  );
  const { disclosedAt } = thread;
  const isDue = disclosedAt === null || now.getTime() - disclosedAt.getTime() >= hours * hourMs;
  return isDue ? disclose(expert) : null;
}

export function disclose(expert: Pick<ExpertRow, 'displayName' | 'business' | 'siteName'>): string {
  return `I'm ${expert.displayName}, an AI from ${businessOf(expert)}. ${disclosureEnd}`;
}

/** Whose expert it is, in the words of the person's own site. */
export function businessOf({ business, siteName }: Pick<ExpertRow, 'business' | 'siteName'>) {
  return business ?? siteName ?? productName;
}

/** How much of a reply is disclosure, after the channel has made its own text of it. */
export function measureDisclosure(body: string): number {
  const end = body.indexOf(disclosureEnd) + disclosureEnd.length;
  return body.length - body.slice(end).trimStart().length;
}

/** The reply's own words. */
export function dropDisclosure({
  body,
  disclosureLength,
}: Pick<MessageRow, 'body' | 'disclosureLength'>): string {
  return disclosureLength === null ? body : body.slice(disclosureLength);
}
