import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft, MessageCircle } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { SetupStrip } from '#web/features/setup/setup-strip.tsx';
import { ThreadDetails } from '#web/features/threads/conversation/thread-details.tsx';
import { ThreadView } from '#web/features/threads/conversation/thread-view.tsx';
import { ThreadInbox } from '#web/features/threads/inbox/thread-inbox.tsx';
import { useAdvance } from '#web/features/threads/inbox/use-advance.ts';
import { AdvanceContext } from '#web/features/threads/known/advance-context.ts';
import { omitState } from '#web/features/threads/known/thread-filters.ts';
import {
  threadCountsQuery,
  threadExpertsQuery,
  threadsQuery,
} from '#web/features/threads/known/threads-api.ts';
import { LabelManager } from '#web/features/threads/labels/label-field.tsx';
import { labelsQuery } from '#web/features/threads/labels/labels-api.ts';
import { describeScope } from '#web/features/threads/search/scope-chip.tsx';
import { assigneesQuery } from '#web/features/threads/takeover/takeover-api.ts';
import { useSingleKeys } from '#web/keys/single-keys.ts';
import { cn } from '#web/lib/cn.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { type InboxPlace, readInboxPlace, writeInboxPlace } from '#web/links/inbox-place.ts';
import { readScope, type ThreadScope } from '#web/links/thread-scope.ts';
import { useIsAdmin } from '#web/session/roles.ts';
import { CreditsAction } from './credits-action.tsx';
import { DeskSwitch } from './desk-switch.tsx';
import { FirstMessageAction } from './first-message-action.tsx';
import { ThreadDetailsButton } from './thread-details-button.tsx';

export function AdminConversationsPage() {
  const waiting = useQuery(threadCountsQuery(null)).data?.counts.wantsHuman ?? 0;
  usePageTitle(waiting > 0 ? `(${waiting}) Conversations` : 'Conversations');
  const [path, navigate] = useLocation();
  const address = useSearch();
  const place = useMemo(
    () => ({ ...readInboxPlace(address), scope: readScope(address) }),
    [address],
  );
  const { scope, threadId: selectedId, messageId } = place;
  const hrefTo = useCallback(
    (change: Partial<InboxPlace>) => path + writeInboxPlace({ ...place, ...change }),
    [path, place],
  );
  const close = useCallback(
    () => navigate(hrefTo({ threadId: null, messageId: null })),
    [navigate, hrefTo],
  );
  // Typing adds no history entries, so Back from a hit returns to the search.
  const setSearch = useCallback(
    (search: string) => navigate(hrefTo({ search }), { replace: true }),
    [navigate, hrefTo],
  );
  const setScope = useCallback(
    (wanted: ThreadScope | null) => navigate(hrefTo({ scope: wanted })),
    [navigate, hrefTo],
  );
  const showNewest = useCallback(
    () => navigate(hrefTo({ messageId: null }), { replace: true }),
    [navigate, hrefTo],
  );
  const advance = useAdvance({
    scope,
    selectedId,
    open: (threadId) => navigate(hrefTo({ threadId, messageId: null })),
  });
  const scopeLabel = useScopeLabel(scope);
  const isOpened = useIsOpenedHere(selectedId);
  const isAdmin = useIsAdmin();
  return (
    <div className="flex h-full flex-col">
      {isAdmin && <LabelManager />}
      {isAdmin && !selectedId && (
        <SetupStrip className="shrink-0 rounded-none border-x-0 border-t-0" />
      )}
      <div className="flex min-h-0 flex-1">
        <div
          className={cn(
            'flex w-full min-w-0 flex-col lg:w-80 lg:shrink-0 lg:border-r xl:w-84',
            selectedId && 'max-lg:hidden',
          )}
        >
          <ThreadInbox
            scope={scope && { query: scope, label: scopeLabel }}
            setScope={setScope}
            search={place.search}
            setSearch={setSearch}
            selectedId={selectedId}
            messageId={messageId}
            hrefOf={(threadId, hitId) => hrefTo({ threadId, messageId: hitId ?? null })}
            onClose={close}
            empty={<NoConversations />}
            heading={<DeskSwitch current="Conversations" />}
          />
        </div>
        {selectedId ? (
          <AdvanceContext value={advance}>
            <OpenThread
              threadId={selectedId}
              isOpened={isOpened}
              messageId={messageId}
              onShowNewest={showNewest}
              onBack={close}
            />
          </AdvanceContext>
        ) : (
          <NoThreadOpen scope={scope} />
        )}
      </div>
    </div>
  );
}

/** False for the conversation that the page was loaded with. */
function useIsOpenedHere(threadId: string | null): boolean {
  const [landedOn, setLandedOn] = useState(threadId);
  if (landedOn !== null && landedOn !== threadId) setLandedOn(null);
  return landedOn === null || landedOn !== threadId;
}

function useScopeLabel(scope: ThreadScope | null): string {
  const expertId = scope?.expertId;
  const labelled = scope?.labelled;
  const { data: experts } = useQuery({ ...threadExpertsQuery, enabled: expertId !== undefined });
  const { data: labels } = useQuery({ ...labelsQuery, enabled: labelled !== undefined });
  const assigneeId = scope?.assigneeId;
  const { data: team } = useQuery({ ...assigneesQuery, enabled: assigneeId !== undefined });
  const others = omitState(scope);
  const names = {
    expert: experts?.experts.find(({ id }) => id === expertId)?.displayName,
    label: labels?.labels.find(({ id }) => id === labelled)?.name,
    assignee: team?.assignees.find(({ id }) => id === assigneeId)?.name,
  };
  return others ? describeScope(others, names) : '';
}

function NoThreadOpen({ scope }: { scope: ThreadScope | null }) {
  const { data } = useInfiniteQuery(threadsQuery(scope));
  const { isOn } = useSingleKeys();
  return (
    <div className="hidden min-w-0 flex-1 content-center lg:grid">
      {data && data.length > 0 && (
        <EmptyState
          icon={MessageCircle}
          title="Pick a conversation"
          description={
            isOn
              ? `Move through the list with ↑ and ↓, open with Enter, search with /.${
                  scope?.state === 'failed' ? ' Select with x, a range with Shift+X.' : ''
                } All shortcuts: ?`
              : 'Move through the list with ↑ and ↓, open with Enter.'
          }
        />
      )}
    </div>
  );
}

function OpenThread({
  threadId,
  isOpened,
  messageId,
  onShowNewest,
  onBack,
}: {
  threadId: string;
  isOpened: boolean;
  messageId: string | null;
  onShowNewest: () => void;
  onBack: () => void;
}) {
  const pane = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread was opened
  useEffect(() => {
    // On a phone the focused list is now hidden.
    const focused = document.activeElement;
    if (!focused || focused === document.body || !focused.checkVisibility()) pane.current?.focus();
  }, [threadId]);
  return (
    <>
      <div ref={pane} tabIndex={-1} className="min-w-0 flex-1 outline-none">
        {/* On a phone the list's heading is hidden. */}
        <h1 className="sr-only lg:hidden">Conversations</h1>
        <ThreadView
          threadId={threadId}
          isOpened={isOpened}
          messageId={messageId}
          onShowNewest={onShowNewest}
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
  const isAdmin = useIsAdmin();
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
