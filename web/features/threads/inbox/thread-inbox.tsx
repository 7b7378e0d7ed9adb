import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useShortcuts } from '#web/keys/use-shortcuts.ts';
import { describeError } from '#web/lib/api-client.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';
import { stateLabels, stepToFailed, withState } from '../known/thread-filters.ts';
import { threadsQuery } from '../known/threads-api.ts';
import { MoreThreads } from '../list/more-threads.tsx';
import { PlainThreads, type Waiting } from '../list/plain-threads.tsx';
import type { SelectableListProps } from '../list/selectable-threads.tsx';
import { ThreadListSkeleton } from '../list/thread-list-item.tsx';
import { ScopeChip } from '../search/scope-chip.tsx';
import { omitOperators } from '../search/search-operators.ts';
import { ThreadSearch } from '../search/thread-search.tsx';
import { useFirstHit } from '../search/use-first-hit.ts';
import { useSearchOperators } from '../search/use-search-operators.ts';
import { useSearchText } from '../search/use-search-text.ts';
import { ListMenu } from '../views/list-menu.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useRovingStop } from './use-roving-stop.ts';
import { useWaitingThreads } from './use-waiting-threads.ts';

const FailedThreads = lazy(async () => ({
  default: (await import('../failures/failed-threads.tsx')).FailedThreads,
}));
const ChosenThreads = lazy(async () => ({
  default: (await import('../list/chosen-threads.tsx')).ChosenThreads,
}));

const SearchPanel = lazy(async () => ({
  default: (await import('../search/search-panel.tsx')).SearchPanel,
}));

type Scope = {
  query: ThreadScope;
  /** Names the filters, except the state, which a chip shows. */
  label: string;
};

/** `firstId` was selected by key before the selection opened. */
type Chosen = { firstId: string | null };
type Choosing = { chosen: Chosen | null; setChosen: (chosen: Chosen | null) => void };

type Props = {
  /** Null shows all threads. */
  scope: Scope | null;
  setScope: (scope: ThreadScope | null) => void;
  search: string;
  setSearch: (text: string) => void;
  selectedId: string | null;
  /** The message that a hit opened. */
  messageId: string | null;
  hrefOf: (threadId: string, messageId?: string) => string;
  onClose: () => void;
  /** Shown while there are no threads at all. */
  empty: ReactNode;
  heading: ReactNode;
};

export function ThreadInbox({ search, setSearch, setScope, messageId, ...props }: Props) {
  const { scope, selectedId, hrefOf, onClose, heading } = props;
  const { text, setText, searchNow } = useSearchText(search, setSearch);
  const operators = useSearchOperators({ text, setText, scope: scope?.query ?? null, setScope });
  const list = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  useRovingStop(list);
  const firstHit = useFirstHit(list, omitOperators(text), searchNow);
  const openFirst = () => operators.end() || firstHit.open();
  useInboxKeys({ list, search: searchField, selectedId, openFirst, onClose });
  const words = omitOperators(search);
  const isSearch = words.trim() !== '';
  useShortcuts({ failed: () => !isSearch && setScope(stepToFailed(scope?.query ?? null)) });
  const canSelect = !isSearch && scope?.query.state !== 'failed';
  const [chosen, setChosen] = useState<Chosen | null>(null);

  const clearTo = (remaining: ThreadScope | null) => {
    // The focused button disappears.
    list.current?.focus();
    setScope(remaining);
  };

  // A search leaves no room for the chips of the states.
  const searchedState = isSearch ? scope?.query.state : undefined;
  const chip = [searchedState && stateLabels[searchedState], scope?.label].filter(Boolean);
  const clearChip = () => clearTo(isSearch ? null : withState(null, scope?.query.state ?? null));

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="grid shrink-0 gap-3 border-b px-4 pt-4 pb-3">
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          {heading}
          <ListMenu
            place={{ scope: scope?.query ?? null, search }}
            onSelect={canSelect ? () => setChosen({ firstId: null }) : null}
          />
        </div>
        {chip.length > 0 && <ScopeChip label={chip.join(' · ')} onClear={clearChip} />}
        <ThreadSearch
          fieldRef={searchField}
          search={text}
          setSearch={setText}
          note={operators.note}
          isSearch={isSearch}
          scope={scope?.query ?? null}
          setScope={setScope}
        />
      </header>
      <div
        ref={list}
        tabIndex={-1}
        data-scroller
        // A skeleton takes no focus, so it can't be scrolled.
        className="min-h-0 flex-1 overflow-y-auto outline-none short:overflow-visible has-[>[role=status]]:overflow-hidden"
      >
        {isSearch ? (
          <Suspense fallback={<ThreadListSkeleton label="Searching" />}>
            <SearchPanel
              text={words}
              scope={scope?.query ?? null}
              onHits={firstHit.onHits}
              onClearScope={() => clearTo(null)}
              {...{ selectedId, messageId, hrefOf }}
            />
          </Suspense>
        ) : (
          <ThreadList {...props} {...{ chosen, setChosen }} clearScope={() => clearTo(null)} />
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
  ...choosing
}: Pick<Props, 'scope' | 'selectedId' | 'hrefOf' | 'empty'> &
  Choosing & { clearScope: () => void }) {
  const { data, error, isFetching, refetch, ...pages } = useInfiniteQuery(
    threadsQuery(scope?.query),
  );
  const waiting = useWaitingThreads(scope?.query ?? null, data ?? []);
  // A shown list stays when the first of them wants a person.
  const list = JSON.stringify(scope?.query ?? null);
  const [shownList, setShownList] = useState<string | null>(null);
  const isLoading = (waiting.isLoading && shownList !== list) || (!data && (!error || isFetching));
  useEffect(() => {
    if (!isLoading) setShownList(list);
  }, [isLoading, list]);
  if (isLoading) return <ThreadListSkeleton />;
  if (!data) {
    return (
      <ErrorState
        className="px-4"
        title="Unable to load conversations"
        description={describeError(error)}
        onRetry={() => refetch()}
      />
    );
  }
  const waitingIds = new Set(waiting.threads.map(({ id }) => id));
  const threads = [...waiting.threads, ...data.filter(({ id }) => !waitingIds.has(id))];
  return (
    <>
      {threads.length === 0 && (scope ? <NothingInScope {...scope} onClear={clearScope} /> : empty)}
      {threads.length > 0 && (
        <ThreadItems
          // A selection belongs to one filter's list.
          key={JSON.stringify(scope?.query)}
          threads={threads}
          waiting={{ listed: waitingIds.size, count: waiting.count }}
          scope={scope?.query ?? {}}
          selectedId={selectedId}
          hrefOf={hrefOf}
          hasMore={pages.hasNextPage}
          {...choosing}
        />
      )}
      <MoreThreads {...pages} />
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

/** Failed conversations can always be selected, others on request. */
function ThreadItems({
  waiting,
  hasMore,
  chosen,
  setChosen,
  ...list
}: SelectableListProps & Choosing & { waiting: Waiting; hasMore: boolean }) {
  useShortcuts({
    select: ({ target }) => {
      const firstId = (target as HTMLElement).dataset?.thread;
      return firstId !== undefined && setChosen({ firstId });
    },
  });
  useEffect(() => () => setChosen(null), [setChosen]);
  const plain = <PlainThreads waiting={waiting} {...list} />;
  if (list.scope.state !== 'failed' && !chosen) return plain;
  return (
    <Suspense fallback={plain}>
      {list.scope.state === 'failed' ? (
        <FailedThreads {...list} />
      ) : (
        <ChosenThreads
          {...list}
          firstId={chosen?.firstId ?? null}
          hasMore={hasMore}
          onDone={() => setChosen(null)}
        />
      )}
    </Suspense>
  );
}
