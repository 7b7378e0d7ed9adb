import { memo } from 'react';
import type { ThreadEvent } from '#shared/api/thread-events.ts';
import type { HandoverReason, Thread } from '#shared/api/threads.ts';
import { formatDateTime, formatTime, formatTimeNear } from '#web/lib/format.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { firstNameOf } from '../known/describe-person.ts';

/** `day` is set if a new one begins. */
export type EventRow = { event: ThreadEvent; day: string | null };

/** What the team or the system did, in one quiet line. */
export const EventLine = memo(function EventLine({
  row: { event, day },
  thread,
}: {
  row: EventRow;
  thread: Thread;
}) {
  const me = useCurrentUser();
  return (
    <>
      {day && <p className="pt-5 pb-1 text-center text-muted text-sm leading-5">{day}</p>}
      <p className="px-4 pt-3 text-center text-muted text-sm leading-5 wrap-anywhere">
        {describeEvent(event, thread, me.id)}{' '}
        <time dateTime={event.createdAt} title={formatDateTime(event.createdAt)}>
          · {formatTime(event.createdAt)}
        </time>
      </p>
    </>
  );
});

/** A sentence about the conversation, as its reader would say it. */
export function describeEvent(event: ThreadEvent, thread: Thread, myId: string): string {
  const { kind, actor, label } = event;
  const expert = thread.expert.displayName;
  const who = !actor ? 'A command' : actor.id === myId ? 'You' : actor.name;
  switch (kind) {
    case 'take':
      return `${who} took over from ${expert}`;
    case 'hand_over':
      return [describeHandover(event, thread, who), describeEnd(event, expert)].join(', ');
    case 'return':
      return describeReturn(event, thread, who);
    case 'resolve':
      return event.isKept ? `${who} resolved it, and kept it` : `${who} resolved it`;
    case 'reopen':
      return `${who} reopened it`;
    case 'assign':
      return `${who} assigned it to ${nameAssignee(event, myId)}`;
    case 'false_alarm':
      return `${who} counted it as a false alarm`;
    case 'undo':
      return `${who} undid that`;
    case 'add-label':
      return `${who} added the label ${label}`;
    case 'remove-label':
      return `${who} removed the label ${label}`;
  }
}

function nameAssignee({ actor, assignee }: ThreadEvent, myId: string): string {
  if (!assignee) return 'no one';
  if (assignee.id === actor?.id) return assignee.id === myId ? 'yourself' : 'themselves';
  return assignee.id === myId ? 'you' : assignee.name;
}

const why: Record<HandoverReason, (thread: Thread) => string> = {
  taken: () => 'Taken over',
  wrote: () => 'The team wrote',
  asked: (thread) => `${firstNameOf(thread)} asked for a person`,
  failed: ({ expert }) => `${expert.displayName} failed twice`,
  crisis: () => 'Crisis detected',
  age: (thread) => `${firstNameOf(thread)} said to be too young`,
};

function describeHandover({ because, actor }: ThreadEvent, thread: Thread, who: string): string {
  if (because === 'wrote' && actor) return `${who} wrote`;
  return because ? why[because](thread) : 'Handed over';
}

function describeEnd({ aiReturnsAt }: ThreadEvent, expert: string): string {
  return aiReturnsAt
    ? `${expert} pauses until ${formatTimeNear(aiReturnsAt)}`
    : `${expert} pauses until it is returned`;
}

function describeReturn({ by }: ThreadEvent, thread: Thread, who: string): string {
  const expert = thread.expert.displayName;
  if (by === 'person') return `${firstNameOf(thread)} went back to ${expert}`;
  if (by === 'time') return `The pause has ended: ${expert} answers again`;
  return `${who} returned it to ${expert}`;
}
