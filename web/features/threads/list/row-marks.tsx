import type { ReactNode } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { ElapsedTime } from '#web/components/relative-time.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { useCurrentUser } from '#web/session/use-session.ts';
import { stateLabels } from '../known/thread-filters.ts';
import { LabelChip } from '../labels/label-chip.tsx';

type State = {
  name: string;
  tone?: 'accent' | 'danger' | 'primary';
  since?: string | null;
  /** The time alone says it, in its color. */
  isShort?: boolean;
  isFailure?: boolean;
};

/** Most urgent first. */
function listStates(thread: Thread): State[] {
  const { riskAt, concernAt, humanWantedAt, waitsSince } = thread;
  const { hasFailed, isOptedOut, hasClosed, isResolved } = thread;
  const isSilent = !thread.canBeTexted;
  const states: (State | false)[] = [
    riskAt !== null && { name: 'Crisis', tone: 'danger', since: waitsSince },
    humanWantedAt !== null && {
      ...{ name: 'Wants a person', tone: 'accent' as const },
      ...{ since: waitsSince, isShort: waitsSince !== null },
    },
    humanWantedAt === null &&
      waitsSince !== null && {
        ...{ name: 'Waiting', tone: 'accent' as const },
        ...{ since: waitsSince, isShort: true },
      },
    hasFailed && { name: describeFailure(thread), tone: 'danger', isFailure: true },
    riskAt === null && concernAt !== null && { name: stateLabels.concern },
    thread.isInLoop && { name: 'Paused as a machine' },
    isSilent && { name: "Can't be answered", tone: 'accent' },
    isOptedOut && { name: hasClosed ? 'Closed by person' : 'Opted out', tone: 'accent' },
    isResolved && { name: 'Resolved', tone: 'primary' },
  ];
  return states.filter((state) => state !== false);
}

export function hasState(thread: Thread): boolean {
  return listStates(thread).length > 0;
}

/** Whether nothing more urgent is shown than a failure. */
export function isFailureShown(thread: Thread): boolean {
  return listStates(thread)[0]?.isFailure === true;
}

/** Shows one state; screen readers hear all. */
export function RowState({ thread }: { thread: Thread }) {
  const [state, ...others] = listStates(thread);
  if (!state) return null;
  return (
    <Badge tone={state.tone} className="min-w-14 shrink" title={nameAll([state, ...others])}>
      <span className={state.isShort ? 'sr-only' : 'truncate'}>{state.name} </span>
      {state.since && (
        <span className="shrink-0">
          <ElapsedTime since={state.since} />
        </span>
      )}
      {others.length > 0 && <span className="sr-only">, {nameAll(others)}</span>}
    </Badge>
  );
}

function nameAll(states: State[]): string {
  return states.map(({ name }) => name).join(', ');
}

/** The row's words are its reason. */
function describeFailure({ failure }: Thread): string {
  if (!failure) return 'Failed';
  return failure.isAnswer ? 'Not answered' : 'Not delivered';
}

export function RowLabels({ thread: { labels } }: { thread: Thread }) {
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
      <span aria-hidden className="flex max-w-20">
        <LabelChip label={first} />
      </span>
      {more}
    </span>
  );
}

export function RowAssignee({ thread: { assignee } }: { thread: Thread }) {
  const me = useCurrentUser();
  if (!assignee) return null;
  const { id, name } = assignee;
  const who = me.id === id ? 'you' : name;
  return (
    <span className="shrink-0" title={`Assigned to ${who}`}>
      <Avatar name={name} className="size-5" />
      <span className="sr-only">Assigned to {who}</span>
    </span>
  );
}
