import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { describeError } from '#web/lib/api-client.ts';
import type { ThreadScope } from '#web/lib/thread-scope.ts';
import { threadsQuery } from './api.ts';
import { MoreThreads } from './more-threads.tsx';
import { ScopeChip } from './scope-chip.tsx';
import { matchesSearch, type ThreadFilter, threadFilters } from './thread-filters.ts';
import { ThreadListItem, ThreadListSkeleton } from './thread-list-item.tsx';
import { ThreadSearch } from './thread-search.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';

type Scope = { query: ThreadScope; label: string; onClear: () => void };

type Props = {
  /** Null shows all threads. */
  scope: Scope | null;
  selectedId: string | null;
  hrefOf: (threadId: string) => string;
  onClose: () => void;
  /** Shown while there are no threads at all. */
  empty: ReactNode;
  heading: ReactNode;
};

export function ThreadInbox({ scope, selectedId, hrefOf, onClose, empty, heading }: Props) {
  const { data, error, isFetching, refetch, ...pages } = useInfiniteQuery(
    threadsQuery(scope?.query),
  );
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<ThreadFilter>('all');
  // Keeps typing fast in a long list.
  const wanted = useDeferredValue(search);
  const list = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  useInboxKeys({ list, search: searchField, selectedId, onClose });

  const clearScope = () => {
    // The focused button disappears.
    list.current?.focus();
    scope?.onClear();
  };

  const found = data?.filter(
    (thread) => threadFilters[filter].matches(thread) && matchesSearch(thread, wanted),
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="grid shrink-0 gap-3 border-b px-4 pt-4 pb-3">
        {heading}
        {scope && <ScopeChip label={scope.label} onClear={clearScope} />}
        <ThreadSearch
          threads={data ?? []}
          hasMore={pages.hasNextPage}
          fieldRef={searchField}
          {...{ search, setSearch, filter, setFilter }}
        />
      </header>
      <div ref={list} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
        {!data && (!error || isFetching) && <ThreadListSkeleton />}
        {!data && error && !isFetching && (
          <ErrorState
            className="px-4"
            title="Unable to load conversations"
            description={describeError(error)}
            onRetry={() => refetch()}
          />
        )}
        {data?.length === 0 &&
          (scope ? <NothingInScope label={scope.label} onClear={clearScope} /> : empty)}
        {found && found.length > 0 && (
          <ThreadItems threads={found} selectedId={selectedId} hrefOf={hrefOf} />
        )}
        {data && data.length > 0 && found?.length === 0 && (
          <p className="px-4 py-8 text-center text-muted">
            {describeNoMatch(wanted, filter, pages.hasNextPage)}
          </p>
        )}
        {/* With a search or filter, fetching must be manual: a short result would fetch every page. */}
        {data && <MoreThreads {...pages} isAutomatic={wanted.trim() === '' && filter === 'all'} />}
      </div>
    </div>
  );
}

function NothingInScope({ label, onClear }: Omit<Scope, 'query'>) {
  return (
    <EmptyState
      icon={SearchX}
      className="px-4"
      title="No conversations found"
      description={`No conversation matches "${label}".`}
      action={<Button onClick={onClear}>Show all conversations</Button>}
    />
  );
}

function ThreadItems({
  threads,
  selectedId,
  hrefOf,
}: { threads: Thread[] } & Pick<Props, 'selectedId' | 'hrefOf'>) {
  return (
    <ul>
      {threads.map((thread) => (
        // Rows out of view cost no layout.
        <li
          key={thread.id}
          className="border-b [contain-intrinsic-size:auto_5.6rem] [content-visibility:auto]"
        >
          <ThreadListItem
            thread={thread}
            href={hrefOf(thread.id)}
            isSelected={thread.id === selectedId}
          />
        </li>
      ))}
    </ul>
  );
}

function describeNoMatch(search: string, filter: ThreadFilter, hasMore: boolean): string {
  const where = hasMore ? ' among the newest conversations' : '';
  if (search.trim() !== '') return `Nothing found for "${search.trim()}"${where}.`;
  if (filter === 'wantsHuman') return `No one is waiting for a human${where}.`;
  return filter === 'failed' ? `No failed conversations${where}.` : `No one has opted out${where}.`;
}
