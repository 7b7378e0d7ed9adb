import { channelFor, countSegments } from '#server/channels/index.ts';
import { findObstacle } from '#server/channels/obstacle.ts';
import type { StoredEvidence } from '#server/db/schema.ts';
import type { LeasedJob } from '#server/jobs/jobs.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { Fenced, NewReply } from '#server/messages/replies-store.ts';
import { writeText } from '#server/messages/write-text.ts';
import type { Runtime } from '#server/runtime.ts';
import { cutForSending } from '../answer/cut-for-sending.ts';
import { disclose, findDueDisclosure, measureDisclosure } from '../answer/disclosure.ts';
import { placeOf } from '../journal/describe-turn.ts';
import { firstOfBurst } from '../load/burst.ts';
import type { ReplyOutcome, TurnResult } from '../outcome.ts';
import { hasCareLine } from '../safety/helplines.ts';
import type { SendStep } from '../send/send-step.ts';

export function toReply(
  runtime: Runtime,
  job: LeasedJob,
  { claim, concern }: TurnResult,
  { text, sources, evidence, aiMeta, verdict, failures, asksIfHuman }: ReplyOutcome,
): NewReply {
  const { message, thread, expert } = claim;
  const careLine = concern?.kind === 'sign' ? concern.line : null;
  const now = runtime.clock.now();
  const disclosure = asksIfHuman ? disclose(expert) : findDueDisclosure(claim, now);
  const { body, parts, unsentLength } = writeParts(runtime, claim, {
    disclosure,
    text,
    careLine,
  });
  const optOut = claim.optOut?.kind ?? null;
  return {
    threadId: job.threadId,
    lease: job.lease,
    userId: thread.userId as string, // checkConnection requires an account
    isCurrent: thread.isCurrent,
    handlerEpoch: thread.handlerEpoch,
    messageId: message.id,
    messageSeq: message.seq,
    earlierIds: claim.earlier.map(({ id }) => id),
    body,
    disclosureLength: disclosure === null ? null : measureDisclosure(body),
    unsentLength,
    parts: nameSources(runtime, claim, parts, evidence),
    maySend: findObstacle(runtime.config, { expert, thread, optOut }, now) === null,
    segments: countSegments(expert.channel, parts),
    aiMeta,
    sources,
    expertVersionId: expert.versionId,
    verdict,
    failures: [...firstOfBurst(claim).failures, ...failures],
  };
}

type Said = { disclosure: string | null; text: string; careLine: string | null };
type Written = Pick<NewReply, 'body' | 'parts' | 'unsentLength'>;

function writeParts(runtime: Runtime, claim: ClaimedMessage, said: Said): Written {
  const { disclosure, text, careLine } = said;
  const join = (...texts: (string | null)[]) =>
    cutReply(runtime, claim, texts.filter((one) => one !== null).join('\n\n'));
  const written = join(disclosure, text, careLine);
  // A long answer is cut at its end, and a helpline must not wait for MORE.
  const texted = written.parts.length > 0 ? written.parts.join('\n') : written.body;
  const isCut = careLine !== null && !hasCareLine(texted);
  return isCut ? join(disclosure, careLine, text) : written;
}

/** Behind the last part, where it has room: the dashboard shows them under the message. */
function nameSources(
  { config }: Runtime,
  { expert }: ClaimedMessage,
  parts: string[],
  evidence: StoredEvidence | null,
): string[] {
  const channel = channelFor(config, expert.channel)?.channel;
  const last = parts.at(-1);
  const line = evidence && channel?.namesSources ? writeSourceLine(evidence) : null;
  if (!channel || last === undefined || line === null) return parts;
  const whole = `${last}\n\n${channel.format(line)}`;
  return whole.length <= channel.maxLength ? [...parts.slice(0, -1), whole] : parts;
}

/** "From: Opening hours, p. 2 (from 2026-05-01); Prices" */
function writeSourceLine({ quotes }: StoredEvidence): string | null {
  const shown = quotes.filter(({ isQuotable }) => isQuotable).map(describeSource);
  return shown.length === 0 ? null : `_From: ${[...new Set(shown)].join('; ')}_`;
}

function describeSource({ title, page, validFrom }: StoredEvidence['quotes'][number]): string {
  const place = page === null ? title : `${title}, p. ${page}`;
  return validFrom === null ? place : `${place} (from ${validFrom})`;
}

/** The words alone, for a person to look at. */
export function writeDraft(
  runtime: Runtime,
  claim: ClaimedMessage,
  { text }: Pick<ReplyOutcome, 'text'>,
): string {
  return cutReply(runtime, claim, text).body;
}

/** No parts for a question from the dashboard, where it is answered. */
function cutReply(runtime: Runtime, claim: ClaimedMessage, text: string): Written {
  if (claim.message.origin === 'web') return { body: text, parts: [], unsentLength: null };
  const channel = channelFor(runtime.config, claim.expert.channel)?.channel;
  // A reply of Markdown marks only is sent as it is.
  const body = channel?.format(text) || text;
  return {
    body,
    ...(channel ? cutForSending(channel, body) : { parts: [body], unsentLength: null }),
  };
}

export function toSendStep(
  runtime: Runtime,
  claim: ClaimedMessage,
  { parts: [body = ''] }: NewReply,
  { deliveryId: id, messageId, isQuoting, at: since }: Fenced,
): SendStep | null {
  const { message, thread, expert } = claim;
  const via = channelFor(runtime.config, expert.channel);
  if (!via) return null;
  const text = writeText(runtime, via, { id, body, expert, thread });
  const quotedGatewayId = isQuoting ? message.gatewayMessageId : null;
  const askedAt = message.createdAt;
  return {
    kind: 'send',
    messageId,
    place: { ...placeOf(claim), deliveryId: id, replyId: messageId, part: 0, askedAt },
    text: { ...text, quotedGatewayId },
    via,
    since,
  };
}
