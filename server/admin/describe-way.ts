import type { Failure } from '#server/db/schema.ts';
import type { DeliveryJson, MessageJson, Way } from '#server/messages/way-store.ts';
import { guardLabels } from '#shared/guard-labels.ts';

type Step = { at: string; text: string };

/** A message's way, a line for each row and each attempt, in the order in which it happened; then what is left to do. */
export function describeWay(way: Way): string[] {
  const { message, thread } = way;
  const steps = [
    ...describeArrival(way),
    ...way.pictures.map(({ created_at: at, position, state, reason }) => ({
      at,
      text: `picture ${position}: ${state}${reason ? `, ${reason}` : ''}`,
    })),
    ...describeFailures(message.failures, 'an attempt to answer failed'),
    ...way.entries.map(({ created_at: at, kind, reason }) => ({
      at,
      text: `credit: ${kind.replace('_', ' ')} (${reason})`,
    })),
    ...way.answers.flatMap(({ message: answer, deliveries }) => [
      ...(answer.id === message.id ? [] : [{ at: answer.created_at, text: describeReply(answer) }]),
      ...deliveries.flatMap((one) => describeDelivery(one)),
    ]),
  ];
  const ordered = steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return [
    `Message ${message.id}, ${thread.channel}, ${thread.handle || '(erased)'} and ${thread.expert}`,
    `  thread ${thread.id}${thread.handler === 'human' ? ', answered by a person now' : ''}`,
    ...ordered.map(({ at, text }) => `  ${formatTime(at)}  ${text}`),
    ...describeNow(way).map((text) => `  now: ${text}`),
  ];
}

function describeArrival({ message, length, answers }: Way): Step[] {
  const { created_at: at, sent_at: sentAt, edited_at: editedAt, revoked_at: revokedAt } = message;
  const { expired_at: expiredAt } = message;
  const ids = [
    message.gateway_message_id && `gateway id ${message.gateway_message_id}`,
    message.request_id && `request ${message.request_id}`,
    message.keyword && `read as ${message.keyword}`,
  ];
  const facts = [`${length} characters`, ...ids].filter(Boolean).join(', ');
  const isOurs = answers.some(({ message: { id } }) => id === message.id);
  return [
    ...(sentAt ? [{ at: sentAt, text: 'the phone sent it' }] : []),
    { at, text: `${isOurs ? describeReply(message) : describeOrigin(message)}: ${facts}` },
    ...(editedAt ? [{ at: editedAt, text: 'its sender changed it' }] : []),
    ...(revokedAt ? [{ at: revokedAt, text: 'its sender deleted it' }] : []),
    ...(expiredAt
      ? [{ at: expiredAt, text: 'older than MESSAGE_DAYS: its words were deleted' }]
      : []),
  ];
}

function describeOrigin({ origin, channel, content }: MessageJson): string {
  const what = content === 'words' ? 'received' : `received (${content})`;
  return origin === 'web' ? 'written in the dashboard' : `${what} by ${channel}`;
}

function describeReply({ id, origin, ai_meta: meta, system_kind: kind }: MessageJson): string {
  if (origin === 'admin') return `the team wrote ${id}`;
  if (origin !== 'ai' || !meta) return `our own text "${kind}", ${id}`;
  const { provider, model, processingTimeMs, tokenUsage, fallbackBecause } = meta;
  const tokens = `${tokenUsage.input ?? 0} + ${tokenUsage.output ?? 0} tokens`;
  const because = fallbackBecause ? `, as the fallback: ${fallbackBecause}` : '';
  return `answered by ${[provider, model].filter(Boolean).join(' ')} in ${processingTimeMs} ms, ${tokens}${because}: ${id}`;
}

function describeFailures(failures: Failure[], what: string): Step[] {
  return failures.map(({ at, kind, detail }) => ({ at, text: `${what}: ${kind}, ${detail}` }));
}

function describeDelivery(delivery: DeliveryJson): Step[] {
  const { part, attempts, first_attempt_at: firstAt, sending_at: lastAt } = delivery;
  const text = `text ${part + 1}`;
  const tried = [...new Set([firstAt, lastAt])].filter((at) => at !== null);
  return [
    { at: delivery.created_at, text: `${text} is stored to be sent, delivery ${delivery.id}` },
    ...tried.map((at, order) => ({
      at,
      text: `${text}: ${order === 0 ? 'first call' : `call ${attempts}`} of the gateway`,
    })),
    ...describeFailures(delivery.failures, `${text} failed`),
  ];
}

function describeNow({ message, answers, wakeups }: Way): string[] {
  const states = answers.flatMap(({ message: answer, deliveries }) =>
    deliveries.map(({ part, state, gateway_message_id: gatewayId, retry_at: retryAt }) =>
      [
        `text ${part + 1} is ${state}`,
        gatewayId && `gateway id ${gatewayId}`,
        retryAt && `next attempt ${formatTime(retryAt)}`,
        state === 'failed' && answer.delivery_reason,
      ]
        .filter(Boolean)
        .join(', '),
    ),
  );
  const waiting = wakeups.map(({ job, due_at: due, leased_until: leased, attempts, reason }) =>
    [
      `${job} of the thread is ${leased ? `under way until ${formatTime(leased)}` : `due ${formatTime(due)}`}`,
      attempts > 0 && `begun ${attempts} times`,
      reason && `last error: ${reason}`,
    ]
      .filter(Boolean)
      .join(', '),
  );
  return [...describeState(message), ...states, ...waiting];
}

function describeState({ answer_state: state, guard, answered_with_id: withId }: MessageJson) {
  if (state === null) return [];
  const why = guard === null ? null : (guardLabels[guard] ?? `decided by the guard "${guard}"`);
  const shared = withId && `together with ${withId}`;
  return [[state, shared, why].filter(Boolean).join('; ')];
}

/** 2026-11-27 07:12:05.123 */
function formatTime(at: string): string {
  return new Date(at).toISOString().slice(0, 23).replace('T', ' ');
}
