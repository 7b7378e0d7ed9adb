import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import type { RefObject } from 'react';
import { type ThreadState, threadStates } from '#shared/api/threads.ts';
import { Input } from '#web/components/ui/input.tsx';
import { cn } from '#web/lib/cn.ts';
import type { ThreadScope } from '#web/lib/thread-scope.ts';
import { threadCountsQuery } from './api.ts';
import { stateLabels } from './thread-filters.ts';

type Props = {
  fieldRef: RefObject<HTMLInputElement | null>;
  search: string;
  setSearch: (search: string) => void;
  /** Searches at once; false if that has been done. */
  searchNow: () => boolean;
  hasChips: boolean;
  scope: ThreadScope | null;
  setState: (state: ThreadState | null) => void;
};

export function ThreadSearch({
  fieldRef,
  search,
  setSearch,
  searchNow,
  hasChips,
  ...chips
}: Props) {
  return (
    <>
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        />
        <Input
          ref={fieldRef}
          type="search"
          aria-label="Search people and messages"
          aria-keyshortcuts="/"
          placeholder="Search people and messages"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && searchNow()) event.preventDefault();
            if (event.key !== 'Escape' || search === '') return;
            event.preventDefault();
            setSearch('');
          }}
          className="peer pr-9 pl-9 [&::-webkit-search-cancel-button]:opacity-60 [&::-webkit-search-cancel-button]:grayscale"
        />
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded-[5px] border px-1.5 font-sans text-muted text-xs peer-placeholder-shown:peer-not-focus:lg:block"
        >
          /
        </kbd>
      </div>
      {hasChips && <FilterChips {...chips} />}
    </>
  );
}

function FilterChips({ scope, setState }: Pick<Props, 'scope' | 'setState'>) {
  const { data } = useQuery(threadCountsQuery(scope ?? {}));
  const chosen = scope?.state ?? null;
  // Two of five states are rare, so a state that nothing is in takes no room.
  const states = threadStates.filter(
    (state) => state === chosen || alwaysShown.has(state) || (data?.counts[state] ?? 0) > 0,
  );
  return (
    <fieldset className="flex flex-wrap gap-1.5 md:gap-1">
      <legend className="sr-only">Show</legend>
      {[null, ...states].map((state) => (
        <button
          key={state ?? 'all'}
          type="button"
          aria-pressed={chosen === state}
          onClick={() => setState(state)}
          className={cn(
            'rounded-full px-2 py-1 font-semibold text-sm leading-tight transition-colors duration-150 max-md:min-h-9 max-md:px-3.5',
            chosen === state
              ? 'bg-primary-soft text-primary-soft-foreground'
              : 'bg-secondary text-secondary-muted hover:text-secondary-foreground',
          )}
        >
          {state ? `${stateLabels[state]}${describeCount(data?.counts[state])}` : 'All'}
        </button>
      ))}
    </fieldset>
  );
}

const alwaysShown = new Set<ThreadState>(['wantsHuman', 'failed', 'optedOut']);

function describeCount(count = 0): string {
  return count > 0 ? ` ${count.toLocaleString('en-US')}` : '';
}
