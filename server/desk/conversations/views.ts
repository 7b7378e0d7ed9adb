import type { Reader } from '#server/access/guard.ts';
import { canBeTexted, findWindowEnd } from '#server/channels/index.ts';
import { withoutDetail } from '#server/channels/send-error.ts';
import { viewEvidence } from '#server/experts/knowledge/view-evidence.ts';
import { mayEndWait } from '#server/messages/handover-store.ts';
import type { AiMeta, Message } from '#shared/api/messages.ts';
import { type ThreadEvent, threadEventFacts } from '#shared/api/thread-events.ts';
import type { Colleague, Thread } from '#shared/api/threads.ts';
import { type ChannelKey, channelNames } from '#shared/channels.ts';
import { formatPhone } from '#shared/phone.ts';
import type { MessageView } from './messages-store.ts';
import type { ThreadView } from './store.ts';
import type { ThreadEventView } from './thread-events-store.ts';
import { urgencies } from './urgency.ts';

/** Shows the person to admins only. */
export function toThread(reader: Reader, view: ThreadView): Thread {
  const { isStaff } = reader;
  const { id, handle, lastMessage, lastMessageAt, messageCount, hasFailed } = view;
  // A former address may be another person's, with its opt-out.
  const optOut = isStaff || view.isCurrent ? view.optOut : null;
  return {
    id,
    title: view.title ?? (isStaff ? personName(view) : view.expert.displayName),
    titleRevision: view.titleRevision,
    userHandle: handle,
    userPhoneNumber: handle.startsWith('+') ? handle : null,
    lastMessage,
    lastMessageAt: lastMessageAt?.toISOString() ?? null,
    messageCount,
    expert: { ...view.expert, provider: view.provider },
    person: isStaff ? toPerson(view.user) : null,
    isOptedOut: optOut !== null,
    hasClosed: optOut === 'closed',
    canBeTexted: canBeTexted(view.expert.channel, view),
    isCurrent: view.isCurrent,
    preview: toPreview(view.preview),
    hasFailed,
    failure: view.failure,
    isInLoop: view.isInLoop,
    windowClosesAt: findWindowEnd(view.expert.channel, view)?.toISOString() ?? null,
    minorSince: isStaff ? (view.minorSince?.toISOString() ?? null) : null,
    riskAt: isStaff ? (view.riskAt?.toISOString() ?? null) : null,
    isNewcomer: isStaff && view.urgency === urgencies.newcomer,
    concernAt: isStaff ? (view.concernAt?.toISOString() ?? null) : null,
    humanWantedAt: isStaff ? (view.humanWantedAt?.toISOString() ?? null) : null,
    waitsSince: isStaff ? findWaitsSince(view) : null,
    handler: view.handler,
    pauseAfterText: isStaff ? view.pauseAfterText : null,
    canEndWait: mayEndWait(view),
    assignee: isStaff && view.assignee ? toColleague(view.assignee) : null,
    isUnread: view.isUnread,
    labels: isStaff ? view.labels : [],
    isResolved: isStaff && view.resolvedAt !== null,
    typed: isStaff ? view.typed : null,
    handover: isStaff ? toHandover(view) : null,
  };
}

export function toMessage(reader: Reader, row: MessageView): Message {
  const { id, body, direction, createdAt, origin, aiMeta } = row;
  const { deliveryState, deliveryReason, answerState, guard, failures, verdict } = row;
  const reason =
    deliveryReason && (reader.isStaff ? deliveryReason : withoutDetail(deliveryReason));
  const showsAnswer = reader.isStaff && answerState !== null;
  const isHidden = row.revokedAt !== null && !reader.isStaff;
  return {
    id,
    body: isHidden ? '' : body,
    isCut: row.isCut,
    direction,
    createdAt: (row.sentAt ?? createdAt).toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    expiredAt: row.expiredAt?.toISOString() ?? null,
    origin,
    aiMeta: aiMeta && (reader.isStaff ? aiMeta : withoutProviderDetails(aiMeta)),
    content: row.content,
    attachments: isHidden ? [] : row.attachments,
    quoted: row.quoted,
    reaction: row.shownReaction,
    segments: row.segments,
    sources: row.sources ?? [],
    evidence: viewEvidence(reader, row),
    ...(row.sendId && { sendId: row.sendId }),
    ...(reader.isStaff && { ids: { request: row.requestId, gateway: row.gatewayIds } }),
    author: reader.isStaff && row.author ? toColleague(row.author) : null,
    expertVersion: reader.isStaff ? row.expertVersion : null,
    delivery: deliveryState && { state: deliveryState, reason },
    isWaiting: answerState === 'waiting',
    isUnpaid: answerState === 'refused' && guard === 'credit',
    answer: showsAnswer
      ? {
          state: answerState,
          guard,
          keyword: guard === 'keyword' ? row.keyword : null,
          failures,
          verdict,
          answeredWithId: row.answeredWithId,
          draft: row.draft,
        }
      : null,
  };
}

/** For admins only. */
function withoutProviderDetails({ provider, processingTimeMs, tokenUsage }: AiMeta): AiMeta {
  return { provider, processingTimeMs, tokenUsage };
}

function toPreview(preview: ThreadView['preview']): Thread['preview'] {
  if (!preview) return null;
  const { author, ...said } = preview;
  return { ...said, author: author && toColleague(author) };
}

function toHandover(view: ThreadView): Thread['handover'] {
  const { handler, handedAt, handedBecause, aiReturnsAt } = view;
  if (handler === 'ai' || !handedAt || !handedBecause) return null;
  return {
    at: handedAt.toISOString(),
    because: handedBecause,
    aiReturnsAt: aiReturnsAt?.toISOString() ?? null,
    epoch: view.handlerEpoch,
    held: { count: view.held?.count ?? 0, upTo: view.held?.upTo ?? 0 },
  };
}

function findWaitsSince({ humanWantedAt, held, resolvedAt }: ThreadView): string | null {
  if (resolvedAt) return null;
  const times = [humanWantedAt, held?.since && new Date(held.since)].flatMap((time) => time || []);
  return times.map((time) => time.toISOString()).sort()[0] ?? null;
}

/** What a line says; older records have fewer facts. */
export function toThreadEvent({ facts, ...event }: ThreadEventView): ThreadEvent {
  const { because, by, label, aiReturnsAt, keeps } = threadEventFacts.parse(facts);
  const { id, kind, createdAt, actor, assignee } = event;
  return {
    id,
    kind,
    createdAt: createdAt.toISOString(),
    actor: actor && toColleague(actor),
    because,
    by,
    assignee: assignee && toColleague(assignee),
    label,
    aiReturnsAt,
    isKept: keeps,
  };
}

export function toColleague({
  id,
  email,
  ...names
}: NonNullable<ThreadView['assignee']>): Colleague {
  return { id, name: nameOf(names) ?? email };
}

function toPerson(user: ThreadView['user']): Thread['person'] {
  if (!user) return null;
  const { id, email, messageCount, paidMessages, subExpiration } = user;
  return {
    id,
    name: nameOf(user),
    email,
    messageCount,
    paidMessages,
    subExpiration: subExpiration?.toISOString() ?? null,
  };
}

function personName({ user, handle, expert }: ThreadView): string {
  return (user && nameOf(user)) ?? nameOfHandle(handle, expert.channel);
}

/** Apple's addresses say nothing to a reader. */
export function nameOfHandle(handle: string, channel: ChannelKey): string {
  return handle.startsWith('+') ? formatPhone(handle) : `${channelNames[channel]} contact`;
}

export function nameOf({
  firstName,
  lastName,
}: {
  firstName: string | null;
  lastName: string | null;
}): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}
