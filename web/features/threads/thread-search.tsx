import { Search } from 'lucide-react';
import type { RefObject } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { Input } from '#web/components/ui/input.tsx';
import { cn } from '#web/lib/cn.ts';
import { type ThreadFilter, threadFilters } from './thread-filters.ts';

type Props = {
  threads: Thread[];
  hasMore: boolean;
  fieldRef: RefObject<HTMLInputElement | null>;
  search: string;
  setSearch: (search: string) => void;
  /** Searches at once; false if that has been done. */
  searchNow: () => boolean;
  hasChips: boolean;
  filter: ThreadFilter;
  setFilter: (filter: ThreadFilter) => void;
};

const filters = Object.keys(threadFilters) as ThreadFilter[];

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

function FilterChips({
  threads,
  hasMore,
  filter,
  setFilter,
}: Pick<Props, 'threads' | 'hasMore' | 'filter' | 'setFilter'>) {
  return (
    <fieldset className="flex flex-wrap gap-1.5 md:gap-1">
      <legend className="sr-only">Show</legend>
      {filters.map((one) => {
        const { label, matches } = threadFilters[one];
        const count = one === 'all' ? 0 : threads.filter(matches).length;
        return (
          <button
            key={one}
            type="button"
            aria-pressed={filter === one}
            onClick={() => setFilter(one)}
            className={cn(
              'rounded-full px-2 py-1 font-semibold text-sm leading-tight transition-colors duration-150 max-md:min-h-9 max-md:px-3.5',
              filter === one
                ? 'bg-primary-soft text-primary-soft-foreground'
                : 'bg-secondary text-secondary-muted hover:text-secondary-foreground',
            )}
          >
            {label}
            {count > 0 && ` ${count}${hasMore ? '+' : ''}`}
          </button>
        );
      })}
    </fieldset>
  );
}
