import type { Failure } from '#server/db/schema.ts';
import type { DeliveryJson, MessageJson, Way } from '#server/messages/way-store.ts';
import { guardLabels } from '#shared/guard-labels.ts';
import { describeEvidence } from './describe-evidence.ts';

type Step = { at: string; text: string };

/** A message's way, a line for each row and each attempt, in the order in which it happened; then what is left to do. */
export function describeWay(way: Way): string[] {
  const { message, thread } = way;
  const steps = [
    ...describeArrival(way),
    ...describeFailures(message.failures, 'an attempt to answer failed'),
    ...(way.drafted_at
      ? [{ at: way.drafted_at, text: 'an answer was written and kept as a draft for the team' }]
      : []),
    ...describeEvidence(way.evidence),
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
    `  thread ${[thread.id, ...describeHandover(thread)].join(', ')}`,
    ...ordered.map(({ at, text }) => `  ${formatTime(at)}  ${text}`),
    ...describeNow(way).map((text) => `  now: ${text}`),
  ];
}

const handoverReasons: Record<string, string> = {
  taken: 'a colleague took it over',
  wrote: 'a colleague wrote',
  asked: 'a person was asked for',
  failed: 'answers had failed',
  crisis: 'of a crisis',
  age: 'of an age too young for the service',
};

/** The AI is silent on purpose: an operator must see until when. */
function describeHandover(thread: Way['thread']): string[] {
  if (thread.handler !== 'human') return [];
  const { handed_at: at, handed_because: reason, assignee_id: assignee } = thread;
  const why = reason && handoverReasons[reason];
  const since = at ? ` since ${formatTime(at)}` : '';
  const end = thread.ai_returns_at
    ? `until ${formatTime(thread.ai_returns_at)}`
    : 'until the team gives it back';
  return [
    `the AI is off${since}${why ? ` because ${why}` : ''}, ${end}`,
    assignee ? `assigned to a colleague` : 'no colleague has it',
  ];
}

function describeArrival(way: Way): Step[] {
  const { message, length, answers } = way;
  const { created_at: at, sent_at: sentAt, edited_at: editedAt, revoked_at: revokedAt } = message;
  const { expired_at: expiredAt } = message;
  const files = way.pictures.length;
  const ids = [
    message.gateway_message_id && `gateway id ${message.gateway_message_id}`,
    message.request_id && `request ${message.request_id}`,
    message.keyword && `read as ${message.keyword}`,
  ];
  const facts = [
    expiredAt ? 'words deleted since' : `${length} characters`,
    files > 0 && count(files, 'picture'),
    ...ids,
  ]
    .filter(Boolean)
    .join(', ');
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

/** These rows begin a new round of attempts; none of them is one. */
const startingAnew: Record<string, string> = {
  replayed: 'is to be answered again',
  edited: 'its sender changed it: is to be answered again',
};

function describeFailures(failures: Failure[], what: string): Step[] {
  return failures.map(({ at, kind, detail }) => {
    const anew = startingAnew[kind];
    return { at, text: anew ? `${anew}. ${detail}` : `${what}: ${kind}, ${detail}` };
  });
}

function describeDelivery(delivery: DeliveryJson): Step[] {
  const { part, attempts, first_attempt_at: firstAt, sending_at: lastAt } = delivery;
  const text = `text ${part + 1}`;
  const tried = [...new Set([firstAt, lastAt])].filter((at) => at !== null);
  const isLookup = ({ kind }: Failure) => kind === 'not_sent';
  return [
    { at: delivery.created_at, text: `${text} is stored to be sent, delivery ${delivery.id}` },
    // Before the call of the same moment, which it led to.
    ...delivery.failures
      .filter(isLookup)
      .map(({ at, detail }) => ({ at, text: `${text} was looked up: ${detail}` })),
    ...tried.map((at, order) => ({
      at,
      text: `${text}: ${order === 0 ? 'first call' : `call ${attempts}`} of the gateway`,
    })),
    ...describeFailures(
      delivery.failures.filter((one) => !isLookup(one)),
      `${text} failed`,
    ),
  ];
}

function describeNow(way: Way): string[] {
  const { message, answers, wakeups, pictures } = way;
  const hasAnswer = answers.length > 0;
  const states = answers.flatMap(({ message: answer, deliveries }) =>
    deliveries.map(({ part, state, gateway_message_id: gatewayId, retry_at: retryAt }) =>
      [
        `text ${part + 1}${answers.length > 1 ? ` of ${nameOf(answer)}` : ''} is ${state}`,
        stateWords[state],
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
  const files = pictures.map(({ position, state, reason }) =>
    [`picture ${position} is ${state}`, reason].filter(Boolean).join(', '),
  );
  const isEmpty = way.length === 0 && pictures.length === 0;
  return [...describeState(message, { hasAnswer, isEmpty }), ...files, ...states, ...waiting];
}

/** Where the state alone leaves open what happens. */
const stateWords: Record<string, string> = {
  sending: 'the call of the gateway is under way or was cut off',
  uncertain: 'the gateway is asked whether it has it',
  sent: 'its delivery is not reported',
  withheld: 'a person answers instead',
};

const nameOf = ({ system_kind: kind, id }: MessageJson) => (kind ? `"${kind}"` : id);

function describeState(
  message: MessageJson,
  { hasAnswer, isEmpty }: { hasAnswer: boolean; isEmpty: boolean },
): string[] {
  const { answer_state: state, guard, answered_with_id: withId, revoked_at: revokedAt } = message;
  if (state === null) return [];
  const shared = withId && `together with ${withId}`;
  const words = [state, shared, guard && describeGuard(guard, message, hasAnswer)];
  if (state === 'recorded' && isEmpty && guard === null && !message.expired_at)
    words.push('it had no words and no picture');
  if (state === 'held') words.push('waits for the team');
  if (state === 'failed') words.push('given up; Conversations, Failed, Retry asks again');
  if (state === 'refused' && guard === null && revokedAt) words.push('its sender deleted it');
  return [words.filter(Boolean).join('; ')];
}

const keywords: Record<string, string> = {
  STOP: 'opted out',
  START: 'opted in',
  YES: 'said yes',
  HELP: 'asked for help',
};

function describeGuard(guard: string, { keyword }: MessageJson, hasAnswer: boolean): string | null {
  // The state says it.
  if (guard === 'handler') return null;
  if (guard !== 'keyword') return guardLabels[guard] ?? `decided by the guard "${guard}"`;
  if (!keyword) return 'read as an answer to our own question or as a wish to stop';
  const meaning = `${keyword}: ${keywords[keyword] ?? 'a word with a meaning'}`;
  return hasAnswer
    ? meaning
    : `${meaning}; no text of ours: the gateway answers such words itself, or it was said before`;
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** 2026-11-27 07:12:05.123 */
function formatTime(at: string): string {
  return new Date(at).toISOString().slice(0, 23).replace('T', ' ');
}
