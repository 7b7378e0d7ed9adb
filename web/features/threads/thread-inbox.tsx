import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { describeError } from '#web/lib/api-client.ts';
import type { ThreadScope } from '#web/lib/thread-scope.ts';
import { threadsQuery } from './api.ts';
import { MoreThreads } from './more-threads.tsx';
import { ScopeChip } from './scope-chip.tsx';
import { SearchPanel } from './search-panel.tsx';
import { type ThreadFilter, threadFilters } from './thread-filters.ts';
import { ThreadListItem, ThreadListSkeleton } from './thread-list-item.tsx';
import { ThreadSearch } from './thread-search.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useSearchText } from './use-search-text.ts';

type Scope = { query: ThreadScope; label: string; onClear: () => void };

type Props = {
  /** Null shows all threads. */
  scope: Scope | null;
  /** What is searched for, as the address has it. */
  search: string;
  setSearch: (text: string) => void;
  selectedId: string | null;
  /** The hit that is open. */
  messageId: string | null;
  hrefOf: (threadId: string, messageId?: string) => string;
  onClose: () => void;
  /** Shown while there are no threads at all. */
  empty: ReactNode;
  heading: ReactNode;
};

/** The list of conversations, or what a search has found in them. */
export function ThreadInbox({ search, setSearch, messageId, ...props }: Props) {
  const { scope, selectedId, hrefOf, onClose, heading } = props;
  const [filter, setFilter] = useState<ThreadFilter>('all');
  const { text, setText, searchNow } = useSearchText(search, setSearch);
  const list = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  useInboxKeys({ list, search: searchField, selectedId, onClose });
  const { data, hasNextPage } = useInfiniteQuery(threadsQuery(scope?.query));
  const isSearch = search.trim() !== '';

  const clearScope = () => {
    // The focused button disappears.
    list.current?.focus();
    scope?.onClear();
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="grid shrink-0 gap-3 border-b px-4 pt-4 pb-3">
        {heading}
        {scope && <ScopeChip label={scope.label} onClear={clearScope} />}
        <ThreadSearch
          threads={data ?? []}
          hasMore={hasNextPage}
          fieldRef={searchField}
          search={text}
          setSearch={setText}
          hasChips={!isSearch}
          {...{ searchNow, filter, setFilter }}
        />
      </header>
      <div
        ref={list}
        tabIndex={-1}
        data-scroller
        className="min-h-0 flex-1 overflow-y-auto outline-none"
      >
        {isSearch ? (
          <SearchPanel
            text={search}
            scope={scope?.query ?? null}
            {...{ selectedId, messageId, hrefOf }}
          />
        ) : (
          <ThreadList {...props} filter={filter} clearScope={clearScope} />
        )}
      </div>
    </div>
  );
}

function ThreadList({
  scope,
  selectedId,
  hrefOf,
  empty,
  filter,
  clearScope,
}: Omit<Props, 'search' | 'setSearch' | 'messageId'> & {
  filter: ThreadFilter;
  clearScope: () => void;
}) {
  const { data, error, isFetching, refetch, ...pages } = useInfiniteQuery(
    threadsQuery(scope?.query),
  );
  const found = data?.filter(threadFilters[filter].matches);
  return (
    <>
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
          {describeNoMatch(filter, pages.hasNextPage)}
        </p>
      )}
      {/* With a filter, fetching must be manual: a short result would fetch every page. */}
      {data && <MoreThreads {...pages} isAutomatic={filter === 'all'} />}
    </>
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

function describeNoMatch(filter: ThreadFilter, hasMore: boolean): string {
  const where = hasMore ? ' among the newest conversations' : '';
  if (filter === 'wantsHuman') return `No one is waiting for a human${where}.`;
  return filter === 'failed' ? `No failed conversations${where}.` : `No one has opted out${where}.`;
}
