import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { describeError } from '#web/lib/api-client.ts';
import type { ThreadScope } from '#web/lib/thread-scope.ts';
import { threadsQuery } from './api.ts';
import { FailedThreads } from './failed-threads.tsx';
import { MoreThreads } from './more-threads.tsx';
import { ScopeChip } from './scope-chip.tsx';
import { SearchPanel } from './search-panel.tsx';
import { stateLabels, withState } from './thread-filters.ts';
import { ThreadListItem, ThreadListSkeleton, threadRowStyle } from './thread-list-item.tsx';
import { ThreadSearch } from './thread-search.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useSearchText } from './use-search-text.ts';

type Scope = {
  query: ThreadScope;
  /** Without its state, which a chip shows. */
  label: string;
};

type Props = {
  /** Null shows all threads. */
  scope: Scope | null;
  setScope: (scope: ThreadScope | null) => void;
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
export function ThreadInbox({ search, setSearch, setScope, messageId, ...props }: Props) {
  const { scope, selectedId, hrefOf, onClose, heading } = props;
  const { text, setText, searchNow } = useSearchText(search, setSearch);
  const list = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  useInboxKeys({ list, search: searchField, selectedId, onClose });
  const isSearch = search.trim() !== '';

  const clearTo = (remaining: ThreadScope | null) => {
    // The focused button disappears.
    list.current?.focus();
    setScope(remaining);
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="grid shrink-0 gap-3 border-b px-4 pt-4 pb-3">
        {heading}
        {scope?.label && (
          <ScopeChip
            label={scope.label}
            onClear={() => clearTo(withState(null, scope.query.state ?? null))}
          />
        )}
        <ThreadSearch
          fieldRef={searchField}
          search={text}
          setSearch={setText}
          isSearch={isSearch}
          scope={scope?.query ?? null}
          {...{ searchNow, setScope }}
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
          <ThreadList {...props} clearScope={() => clearTo(null)} />
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
  clearScope,
}: Pick<Props, 'scope' | 'selectedId' | 'hrefOf' | 'empty'> & { clearScope: () => void }) {
  const { data, error, isFetching, refetch, ...pages } = useInfiniteQuery(
    threadsQuery(scope?.query),
  );
  const List = scope?.query.state === 'failed' ? FailedThreads : ThreadItems;
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
      {data?.length === 0 && (scope ? <NothingInScope {...scope} onClear={clearScope} /> : empty)}
      {data && data.length > 0 && (
        <List
          // A selection is of one filter's list.
          key={JSON.stringify(scope?.query)}
          threads={data}
          scope={scope?.query ?? {}}
          selectedId={selectedId}
          hrefOf={hrefOf}
        />
      )}
      {data && <MoreThreads {...pages} />}
    </>
  );
}

function NothingInScope({ query, label, onClear }: Scope & { onClear: () => void }) {
  const wanted = [query.state && stateLabels[query.state], label].filter(Boolean).join(' · ');
  return (
    <EmptyState
      icon={SearchX}
      className="px-4"
      title="No conversations found"
      description={`No conversation matches "${wanted}".`}
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
        <li key={thread.id} className={threadRowStyle}>
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
