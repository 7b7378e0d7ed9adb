import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { SearchReply } from '#shared/api/search.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useAnnounced } from '#web/lib/announce.ts';
import { describeError } from '#web/lib/api-client.ts';
import { cn } from '#web/lib/cn.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';
import { MoreThreads } from '../list/more-threads.tsx';
import { ThreadListSkeleton } from '../list/thread-list-item.tsx';
import { searchQuery } from './search-api.ts';
import { MessageHitRow, NoteHitRow, PersonHitRow, ThreadHitRow } from './search-hits.tsx';

type Props = {
  text: string;
  scope: ThreadScope | null;
  selectedId: string | null;
  messageId: string | null;
  hrefOf: (threadId: string, messageId?: string) => string;
  /** Gets the text once its hits are shown, else null. */
  onHits: (text: string | null) => void;
  onClearScope: () => void;
};

/** Stays while a hit is open, so Back returns to it. */
export function SearchPanel({ text, scope, selectedId, messageId, hrefOf, ...on }: Props) {
  const { onHits, onClearScope } = on;
  const { data, error, isFetching, isPlaceholderData, refetch, ...pages } = useInfiniteQuery(
    searchQuery(text, scope ?? {}),
  );
  const panel = useReturnToHit(messageId ?? selectedId);
  const isShown = data !== undefined && !error && !isPlaceholderData;
  useEffect(() => {
    if (!isShown) return;
    onHits(text);
    return () => onHits(null);
  }, [isShown, text, onHits]);
  const isFound = isShown && !isFetching;
  useAnnounced(isFound ? describeCount(data, pages.hasNextPage) : '', { isNews: true });
  if (!data && (!error || isFetching)) return <ThreadListSkeleton label="Searching" />;
  if (!data || error) {
    return (
      <ErrorState
        className="px-4"
        title="Unable to search"
        description={describeError(error)}
        onRetry={() => refetch()}
      />
    );
  }
  const { hits, people, threads, notes } = data;
  const count = countHits(data);
  const openThread = messageId === null ? selectedId : null;
  return (
    <div
      ref={panel}
      aria-busy={isPlaceholderData}
      className={cn('pb-4', isPlaceholderData && 'opacity-60')}
    >
      {count === 0 && (
        <EmptyState
          icon={SearchX}
          className="px-4"
          title={`Nothing found for "${text.trim()}"`}
          description={
            scope
              ? 'Only conversations that match the filter were searched.'
              : 'Words match from their beginning. Try fewer words, or a name or number.'
          }
          action={scope && <Button onClick={onClearScope}>Search all conversations</Button>}
        />
      )}
      <Group title="People" isShown={people.length > 0}>
        {people.map((person) => (
          <li key={person.userId ?? person.threadId} data-hit={person.threadId}>
            <PersonHitRow
              person={person}
              href={person.threadId ? hrefOf(person.threadId) : `/people?person=${person.userId}`}
              isOpen={person.threadId !== null && person.threadId === openThread}
            />
          </li>
        ))}
      </Group>
      <Group title="Conversations" isShown={threads.length > 0}>
        {threads.map((thread) => (
          <li key={thread.threadId} data-hit={thread.threadId}>
            <ThreadHitRow
              thread={thread}
              href={hrefOf(thread.threadId)}
              isOpen={thread.threadId === openThread}
            />
          </li>
        ))}
      </Group>
      <Group title="Notes" isShown={notes.length > 0}>
        {notes.map((note) => (
          <li key={note.noteId} data-hit={note.messageId ?? note.threadId}>
            <NoteHitRow
              hit={note}
              href={hrefOf(note.threadId, note.messageId ?? undefined)}
              isOpen={note.messageId ? note.messageId === messageId : note.threadId === openThread}
            />
          </li>
        ))}
      </Group>
      <Group title="Messages" isShown={hits.length > 0}>
        {hits.map((hit) => (
          <li key={hit.messageId} data-hit={hit.messageId}>
            <MessageHitRow
              hit={hit}
              href={hrefOf(hit.threadId, hit.messageId)}
              isOpen={hit.messageId === messageId}
            />
          </li>
        ))}
      </Group>
      {hits.length > 0 && <MoreThreads {...pages} what="messages" />}
    </div>
  );
}

function Group({
  title,
  isShown,
  children,
}: {
  title: string;
  isShown: boolean;
  children: ReactNode;
}) {
  if (!isShown) return null;
  return (
    // An open conversation has a region of messages, too.
    <section aria-label={`${title} found`}>
      <h2 className="px-4 pt-4 pb-1 font-semibold text-muted text-sm">{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

type Found = Pick<SearchReply, 'hits' | 'people' | 'threads' | 'notes'>;

function countHits({ hits, people, threads, notes }: Found): number {
  return hits.length + people.length + threads.length + notes.length;
}

function describeCount(found: Found, hasMore: boolean): string {
  const count = countHits(found);
  if (hasMore) return `More than ${count} found`;
  return count === 1 ? '1 found' : `${count} found`;
}

/** Back from a hit returns the focus to it. */
function useReturnToHit(openId: string | null) {
  const panel = useRef<HTMLDivElement>(null);
  const lastId = useRef(openId);
  useEffect(() => {
    const left = lastId.current;
    lastId.current = openId;
    if (openId !== null || left === null) return;
    const hit = panel.current?.querySelector<HTMLElement>(`[data-hit="${CSS.escape(left)}"] a`);
    hit?.focus();
  }, [openId]);
  return panel;
}
