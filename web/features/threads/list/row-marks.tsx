import type { ReactNode } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { ElapsedTime } from '#web/components/relative-time.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { useCurrentUser } from '#web/session/use-session.ts';
import { stateLabels } from '../known/thread-filters.ts';
import { LabelChip, LabelDot } from '../labels/label-chip.tsx';

type State = { name: string; tone?: 'accent' | 'danger' | 'primary'; since?: string | null };

/** Most urgent first. */
function listStates(thread: Thread): State[] {
  const { riskAt, concernAt, humanWantedAt, waitsSince } = thread;
  const { hasFailed, isOptedOut, hasClosed, isResolved } = thread;
  const isSilent = !thread.canBeTexted;
  const states: (State | false)[] = [
    riskAt !== null && { name: 'Crisis', tone: 'danger', since: waitsSince },
    humanWantedAt !== null && { name: 'Wants a person', tone: 'accent', since: waitsSince },
    humanWantedAt === null &&
      waitsSince !== null && { name: 'Waiting', tone: 'accent', since: waitsSince },
    hasFailed && { name: 'Failed', tone: 'danger' },
    riskAt === null && concernAt !== null && { name: stateLabels.concern },
    thread.isInLoop && { name: 'Paused as a machine' },
    isSilent && { name: "Can't be answered", tone: 'accent' },
    isOptedOut && { name: hasClosed ? 'Closed by person' : 'Opted out', tone: 'accent' },
    isResolved && { name: 'Resolved', tone: 'primary' },
  ];
  return states.filter((state) => state !== false);
}

/** Shows one state; screen readers hear all. */
export function RowMarks({ thread }: { thread: Thread }) {
  const [state, ...others] = listStates(thread);
  const { assignee } = thread;
  return (
    <>
      <RowLabels thread={thread} isShort={state !== undefined} />
      {state && (
        <Badge tone={state.tone} className="shrink-0" title={nameAll([state, ...others])}>
          {state.name} {state.since && <ElapsedTime since={state.since} />}
          {others.length > 0 && <span className="sr-only">, {nameAll(others)}</span>}
        </Badge>
      )}
      {assignee && <Assignee assignee={assignee} />}
    </>
  );
}

function nameAll(states: State[]): string {
  return states.map(({ name }) => name).join(', ');
}

/** Beside a state, only a dot. */
function RowLabels({ thread: { labels }, isShort }: { thread: Thread; isShort: boolean }) {
  const [first] = labels;
  if (!first) return null;
  const names = labels.map(({ name }) => name).join(', ');
  const more: ReactNode = labels.length > 1 && (
    <span aria-hidden className="text-muted text-xs">
      +{labels.length - 1}
    </span>
  );
  return (
    <span className="flex shrink-0 items-center gap-1" title={names}>
      <span className="sr-only">Labels: {names}</span>
      {isShort ? (
        <LabelDot hue={first.hue} />
      ) : (
        <span aria-hidden className="flex max-w-20">
          <LabelChip label={first} />
        </span>
      )}
      {more}
    </span>
  );
}

function Assignee({ assignee: { id, name } }: { assignee: NonNullable<Thread['assignee']> }) {
  const who = useCurrentUser().id === id ? 'you' : name;
  return (
    <span className="shrink-0" title={`Assigned to ${who}`}>
      <Avatar name={name} className="size-5" />
      <span className="sr-only">Assigned to {who}</span>
    </span>
  );
}
