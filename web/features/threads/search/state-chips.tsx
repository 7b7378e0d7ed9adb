import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ThreadState } from '#shared/api/thread-filters.ts';
import { cn } from '#web/lib/cn.ts';
import { readLocalDay } from '#web/lib/days.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';
import { stateLabels, withDays, withState } from '../known/thread-filters.ts';
import { threadCountsQuery } from '../known/threads-api.ts';

type Props = { scope: ThreadScope | null; setScope: (scope: ThreadScope | null) => void };

/** Read from the labels: the schema's list would load all of zod with the inbox. */
const threadStates = Object.keys(stateLabels) as ThreadState[];
const alwaysShown = new Set<ThreadState>(['wantsHuman', 'failed', 'optedOut']);

export function StateChips({ scope, setScope }: Props) {
  const { data } = useQuery(threadCountsQuery(scope));
  const chosen = scope?.state ?? null;
  // Hides empty states, except those that people look for daily.
  const states = threadStates.filter(
    (state) => state === chosen || alwaysShown.has(state) || (data?.counts[state] ?? 0) > 0,
  );
  return (
    <>
      <fieldset className="flex flex-wrap gap-1.5 md:gap-1">
        <legend className="sr-only">Show</legend>
        {[null, ...states].map((state) => (
          <Chip
            key={state ?? 'all'}
            isChosen={chosen === state}
            isUrgent={state === 'crisis'}
            onClick={() => setScope(withState(scope, state))}
          >
            {state ? `${stateLabels[state]}${describeCount(data?.counts[state])}` : 'All'}
          </Chip>
        ))}
      </fieldset>
      {chosen === 'failed' && <FailedSince scope={scope} setScope={setScope} />}
    </>
  );
}

function FailedSince({ scope, setScope }: Props) {
  const choices = [
    { label: 'Any day', from: undefined },
    { label: 'Today', from: readLocalDay() },
    { label: '7 days', from: readLocalDay(6) },
    { label: '30 days', from: readLocalDay(29) },
  ];
  return (
    <fieldset className="-mt-1 flex flex-wrap items-center gap-1.5 md:gap-1">
      <legend className="sr-only">Failed since</legend>
      <span aria-hidden className="text-muted text-sm md:pr-1">
        Since
      </span>
      {choices.map(({ label, from }) => (
        <Chip
          key={label}
          isChosen={scope?.from === from && scope?.to === undefined}
          onClick={() => setScope(withDays(scope, { from }))}
        >
          {label}
        </Chip>
      ))}
    </fieldset>
  );
}

function Chip({
  isChosen,
  isUrgent = false,
  onClick,
  children,
}: {
  isChosen: boolean;
  isUrgent?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={cn(
        'rounded-full px-2 py-1 font-semibold text-sm leading-tight transition-colors duration-150 forced-colors:border max-md:min-h-9 max-md:px-3',
        isUrgent && 'bg-danger-soft text-danger',
        isUrgent && isChosen && 'ring-2 ring-danger',
        !isUrgent &&
          (isChosen
            ? 'bg-primary-soft text-primary-soft-foreground marked'
            : 'bg-secondary text-secondary-muted hover:text-secondary-foreground'),
      )}
    >
      {children}
    </button>
  );
}

function describeCount(count = 0): string {
  return count > 0 ? ` ${count.toLocaleString('en-US')}` : '';
}
