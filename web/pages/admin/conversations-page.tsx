import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft, MessageCircle } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { expertsQuery } from '#web/features/expert-admin/api.ts';
import { threadsQuery } from '#web/features/threads/api.ts';
import { describeScope } from '#web/features/threads/scope-chip.tsx';
import { ThreadDetails } from '#web/features/threads/thread-details.tsx';
import { ThreadInbox } from '#web/features/threads/thread-inbox.tsx';
import { ThreadView } from '#web/features/threads/thread-view.tsx';
import { cn } from '#web/lib/cn.ts';
import { readScope, type ThreadScope, writeScope } from '#web/lib/thread-scope.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { CreditsAction } from './credits-action.tsx';
import { DeskSwitch } from './desk-switch.tsx';
import { FirstMessageAction } from './first-message-action.tsx';
import { ThreadDetailsButton } from './thread-details-button.tsx';

/** Three panes on a desktop, one at a time on a phone. */
export function AdminConversationsPage() {
  usePageTitle('Conversations');
  const [path, navigate] = useLocation();
  const search = useSearch();
  const selectedId = new URLSearchParams(search).get('thread');
  const scope = useMemo(() => readScope(search), [search]);
  const hrefOf = useCallback(
    (threadId: string | null, within: ThreadScope | null = scope) => {
      const query = writeScope(within ?? {});
      if (threadId) query.set('thread', threadId);
      return query.size > 0 ? `${path}?${query}` : path;
    },
    [path, scope],
  );
  const close = useCallback(() => navigate(hrefOf(null)), [navigate, hrefOf]);
  const scopeLabel = useScopeLabel(scope);
  return (
    <div className="flex h-full">
      <div
        className={cn(
          'flex w-full min-w-0 flex-col lg:w-80 lg:shrink-0 lg:border-r xl:w-84',
          selectedId && 'max-lg:hidden',
        )}
      >
        <ThreadInbox
          scope={
            scope && {
              query: scope,
              label: scopeLabel,
              onClear: () => navigate(hrefOf(selectedId, null)),
            }
          }
          selectedId={selectedId}
          hrefOf={hrefOf}
          onClose={close}
          empty={<NoConversations />}
          heading={<DeskSwitch current="Conversations" />}
        />
      </div>
      {selectedId ? (
        <OpenThread threadId={selectedId} onBack={close} />
      ) : (
        <NoThreadOpen scope={scope} />
      )}
    </div>
  );
}

function useScopeLabel(scope: ThreadScope | null): string {
  const expertId = scope?.expertId;
  const isAdmin = useCurrentUser().role === 'ADMIN';
  const { data } = useQuery({ ...expertsQuery, enabled: isAdmin && expertId !== undefined });
  const expert = data?.experts.find(({ id }) => id === expertId);
  return scope ? describeScope(scope, expert?.displayName) : '';
}

function NoThreadOpen({ scope }: { scope: ThreadScope | null }) {
  const { data } = useInfiniteQuery(threadsQuery(scope));
  return (
    <div className="hidden min-w-0 flex-1 content-center lg:grid">
      {data && data.length > 0 && (
        <EmptyState
          icon={MessageCircle}
          title="Pick a conversation"
          description="Move through the list with ↑ and ↓, open with Enter, search with /."
        />
      )}
    </div>
  );
}

function OpenThread({ threadId, onBack }: { threadId: string; onBack: () => void }) {
  const pane = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread was opened
  useEffect(() => {
    // On a phone the list that had the focus is hidden now.
    const focused = document.activeElement;
    if (!focused || focused === document.body || !focused.checkVisibility()) pane.current?.focus();
  }, [threadId]);
  return (
    <>
      <div ref={pane} tabIndex={-1} className="min-w-0 flex-1 outline-none">
        {/* On a phone the list with the page's heading is hidden. */}
        <h1 className="sr-only lg:hidden">Conversations</h1>
        <ThreadView
          threadId={threadId}
          leading={
            <Button
              variant="ghost"
              size="icon"
              aria-label="Back to conversations"
              className="-ml-2 lg:hidden"
              onClick={onBack}
            >
              <ArrowLeft aria-hidden />
            </Button>
          }
          trailing={<ThreadDetailsButton threadId={threadId} />}
        />
      </div>
      <aside
        aria-label="Details"
        className="hidden w-66 shrink-0 overflow-y-auto border-l xl:block"
      >
        <ThreadDetails
          threadId={threadId}
          renderCredits={(person) => (
            <CreditsAction person={{ ...person, name: person.name ?? person.email }} />
          )}
        />
      </aside>
    </>
  );
}

function NoConversations() {
  const isAdmin = useCurrentUser().role === 'ADMIN';
  return (
    <EmptyState
      icon={MessageCircle}
      className="px-4"
      title="No conversations yet"
      description="When someone texts one of your experts, it appears here."
      action={isAdmin && <FirstMessageAction />}
    />
  );
}
