import { useInfiniteQuery } from '@tanstack/react-query';
import { Search, SearchX, Users } from 'lucide-react';
import type { RefObject } from 'react';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { ShowMore } from '#web/components/show-more.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { peopleQuery } from './api.ts';
import { PeopleTable, PeopleTableSkeleton } from './people-table.tsx';

export function PeopleSearch({
  fieldRef,
  search,
  onSearch,
}: {
  fieldRef: RefObject<HTMLInputElement | null>;
  search: string;
  onSearch: (search: string) => void;
}) {
  return (
    <div className="relative min-w-0 flex-1 sm:max-w-md max-sm:order-last max-sm:basis-full">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        ref={fieldRef}
        type="search"
        aria-label="Search people"
        placeholder="Name, email or number"
        maxLength={200}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        className="pl-9"
      />
    </div>
  );
}

/** @param search a moment behind what is typed. */
export function PeopleList({
  search,
  selectedId,
  hrefOf,
  onClear,
}: {
  search: string;
  selectedId: string | null;
  hrefOf: (id: string) => string;
  onClear: () => void;
}) {
  const { data, error, isFetching, refetch, ...pages } = useInfiniteQuery(peopleQuery(search));
  if (!data && error && !isFetching) {
    return (
      <ErrorState
        className="px-4"
        title="Unable to load people"
        description={describeError(error)}
        onRetry={() => refetch()}
      />
    );
  }
  if (!data) return <PeopleTableSkeleton />;
  if (data.length === 0) return <NoPeople search={search} onClear={onClear} />;
  return (
    <>
      <PeopleTable people={data} selectedId={selectedId} hrefOf={hrefOf} />
      <ShowMore pages={pages} failure="Unable to load more people." className="p-4" />
    </>
  );
}

function NoPeople({ search, onClear }: { search: string; onClear: () => void }) {
  if (search === '') {
    return (
      <EmptyState
        icon={Users}
        className="px-4"
        title="No one here yet"
        description="Everyone who signs up, and every number that texts an expert, is listed here."
      />
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      className="px-4"
      title="No one found"
      description={`No name, email or number contains "${search}".`}
      action={<Button onClick={onClear}>Show everyone</Button>}
    />
  );
}
