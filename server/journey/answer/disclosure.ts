import type { ConfiguredChannel } from '#server/channels/index.ts';
import type { Database } from '#server/db/client.ts';
import type { ExpertRow, MessageRow, ThreadRow } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { PendingDelivery } from '#server/messages/deliveries-store.ts';
import { addDisclosure } from '#server/messages/disclosures-store.ts';
import type { Speaker } from '#server/messages/word-texts.ts';
import { findDisclosureRule, minorEveryHours } from '#shared/disclosure-rules.ts';
import { productName } from '#shared/limits.ts';
import { hourMs } from '#shared/time.ts';
import { alsoAsksIfHuman } from '../wishes/human-question.ts';

const disclosureEnd = 'Not a person.';

type Told = Pick<ThreadRow, 'handle' | 'disclosedAt' | 'minorSince'>;

/** Whether a text asks, among other things, if a person writes. */
export function asksInPassing({ earlier, message, expert }: ClaimedMessage): boolean {
  return [...earlier, message].some(({ body }) => alsoAsksIfHuman(body, expert.displayName));
}

export function findDueDisclosure(
  { thread, expert }: { thread: Told; expert: ExpertRow },
  now: Date,
): string | null {
  const { everyHours } = findDisclosureRule(expert.class, thread.handle);
  const hours = Math.min(
    everyHours,
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

function businessOf({ business, siteName }: Pick<ExpertRow, 'business' | 'siteName'>) {
  return business ?? siteName ?? productName;
}

/**
 * Adds a disclosure before a queued reply that lost its own: the reply with it failed, a person answered, or an admin
 * replays an old reply.
 * @returns whether it did.
 */
export async function discloseBeforeSending(
  tx: Database,
  pending: PendingDelivery,
  { via: { channel }, now }: { via: ConfiguredChannel; now: Date },
): Promise<boolean> {
  // A text that may have reached the gateway must not change.
  if (pending.message.origin !== 'ai' || pending.delivery.state !== 'queued') return false;
  const due = isDisclosing(pending) ? null : findDueDisclosure(pending, now);
  if (!due) return false;
  const text = channel.toParts(due).join('\n');
  await addDisclosure(tx, pending, { text, segments: channel.countSegments?.(text) ?? null, now });
  return true;
}

export function isDisclosing({
  delivery,
  message,
}: Pick<PendingDelivery, 'delivery' | 'message'>): boolean {
  return message.disclosureLength !== null && delivery.part <= 0;
}

export function speakerOf(expert: ExpertRow): Speaker {
  return { name: expert.displayName, business: businessOf(expert), words: expert.words };
}

/** @param body as the channel converted it. */
export function measureDisclosure(body: string): number {
  const end = body.indexOf(disclosureEnd) + disclosureEnd.length;
  return body.length - body.slice(end).trimStart().length;
}

export function dropDisclosure({
  body,
  disclosureLength,
}: Pick<MessageRow, 'body' | 'disclosureLength'>): string {
  return disclosureLength === null ? body : body.slice(disclosureLength);
}
