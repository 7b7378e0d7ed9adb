import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, MessageCircle } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MessagesReply } from '#shared/api/messages.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { cn } from '#web/lib/cn.ts';
import { isShortScreen } from '#web/lib/use-short-screen.ts';
import { NoteBubble } from '../notes/note-bubble.tsx';
import { EarlierMessages } from './earlier-messages.tsx';
import { EventLine } from './event-line.tsx';
import { LaterMessages } from './later-messages.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { buildMessageRows, type ListRow } from './message-rows.ts';
import { TypingIndicator, useIsAnswering } from './typing-indicator.tsx';
import { useAnnouncedMessages } from './use-announced-messages.ts';
import { useIsPositioned } from './use-is-positioned.ts';
import { useMarkSeen } from './use-mark-seen.ts';
import { useOutgoing } from './use-outgoing.ts';
import { useStickToEnd } from './use-stick-to-end.ts';

/** Room for EarlierMessages. */
const topPaddingPx = 56;
/** Room for LaterMessages. */
const bottomPaddingPx = 56;
const estimatedRowPx = 64;
/** Closer to the end than this, the view follows new messages. */
const nearEndPx = 80;
/** Browsers stop at the real end. */
const theEndPx = 1e9;

type Props = {
  reply: MessagesReply;
  isForStaff: boolean;
  sentCount: number;
  /** Where the list opens; null for the newest. Another one needs a new list. */
  messageId: string | null;
  /** Null if the reply ends with the newest. */
  around: string | null;
  onShowNewest: () => void;
};

/** Keeps the reader's place while messages are added above and below. */
export function MessageList({
  reply,
  isForStaff,
  sentCount,
  messageId,
  around,
  onShowNewest,
}: Props) {
  const { thread, messages, nextCursor, newerCursor, notes, events } = reply;
  const outgoing = useOutgoing(reply, around === null);
  const rows = useMemo(
    () =>
      buildMessageRows({ messages, nextCursor, newerCursor, notes, events }, outgoing, isForStaff),
    [messages, nextCursor, newerCursor, notes, events, outgoing, isForStaff],
  );
  const newest = around === null ? messages[0] : undefined;
  useAnnouncedMessages(around === null ? messages : null, thread, isForStaff);
  const isAnswering = useIsAnswering(newest);
  const scroller = useRef<HTMLElement>(null);
  const [landing] = useState(() => rows.findIndex((row) => idOfRow(row) === messageId));
  const [sentBefore] = useState(sentCount);
  const atEnd = landing === -1;
  const isPositioned = useIsPositioned(scroller, { atEnd });
  const virtualizer = useVirtualizer({
    count: rows.length + (isAnswering ? 1 : 0),
    getScrollElement: () => scroller.current,
    getItemKey: (index) => keyOfRow(rows[index]) ?? 'answering',
    estimateSize: () => estimatedRowPx,
    overscan: 12,
    paddingStart: topPaddingPx,
    paddingEnd: around === null ? 20 : bottomPaddingPx,
    initialOffset: atEnd ? theEndPx : topPaddingPx + landing * estimatedRowPx,
    anchorTo: 'end',
    followOnAppend: around === null,
    scrollEndThreshold: nearEndPx,
    useFlushSync: false,
  });
  // Before the first paint, and after the reader sends a message.
  // biome-ignore lint/correctness/useExhaustiveDependencies: sentCount is the signal
  useLayoutEffect(() => {
    if (atEnd || sentCount > sentBefore) virtualizer.scrollToEnd();
    else virtualizer.scrollToIndex(landing, { align: 'center' });
  }, [virtualizer, sentCount]);
  const isEmpty = rows.length === 0;
  useStickToEnd(scroller, {
    isEnabled: !isEmpty && around === null,
    startsAtEnd: atEnd,
    nearEndPx,
    scrollToEnd: virtualizer.scrollToEnd,
  });

  useEffect(() => {
    if (isPositioned && isShortScreen()) scroller.current?.scrollIntoView({ block: 'end' });
  }, [isPositioned]);

  const isNewestShown = around === null && isPositioned && virtualizer.isAtEnd();
  useMarkSeen(reply, isNewestShown);

  if (isEmpty) return <NoMessages name={thread.expert.displayName} isForStaff={isForStaff} />;
  const items = virtualizer.getVirtualItems();
  return (
    <div className="relative min-h-40 flex-1 short:h-[70dvh] short:flex-none">
      <section
        ref={scroller}
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to scroll by key
        tabIndex={0}
        className={cn(
          'h-full overflow-y-auto overscroll-contain px-4 outline-offset-[-2px] [overflow-anchor:none] short:overscroll-auto sm:px-6',
          !isPositioned && 'opacity-0',
        )}
      >
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          <EarlierMessages
            reply={reply}
            around={around}
            // Rows that arrive while the list finds its place would shift it.
            firstIndex={isPositioned ? items[0]?.index : undefined}
            height={topPaddingPx}
          />
          <ol
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}
          >
            {items.map(({ key, index }) => {
              const row = rows[index];
              return (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  aria-posinset={index + 1}
                  aria-setsize={reply.nextCursor || around ? -1 : rows.length}
                  className={cn(
                    idOfRow(row) === messageId &&
                      'animate-glow rounded-control motion-reduce:bg-accent-soft',
                  )}
                >
                  {!row && <TypingIndicator thread={thread} isForStaff={isForStaff} />}
                  {row && 'note' in row && <NoteBubble row={row} threadId={thread.id} />}
                  {row && 'event' in row && <EventLine row={row} thread={thread} />}
                  {row && 'message' in row && (
                    <MessageBubble row={row} thread={thread} isForStaff={isForStaff} />
                  )}
                </li>
              );
            })}
          </ol>
          <LaterMessages
            reply={reply}
            around={around}
            rowsBelow={isPositioned ? rows.length - 1 - (items.at(-1)?.index ?? 0) : undefined}
            height={bottomPaddingPx}
          />
        </div>
        {isPositioned && (around !== null || !virtualizer.isAtEnd()) && (
          <JumpToNewest
            newestId={newest?.id}
            onClick={() => (around === null ? virtualizer.scrollToEnd() : onShowNewest())}
          />
        )}
      </section>
    </div>
  );
}

function idOfRow(row: ListRow | undefined): string | null {
  if (!row) return null;
  if ('note' in row) return row.note.id;
  return 'event' in row ? row.event.id : row.message.id;
}

/** A stored message takes the place of the text that was being sent. */
function keyOfRow(row: ListRow | undefined): string | null {
  return row && 'message' in row ? (row.message.sendId ?? row.message.id) : idOfRow(row);
}

/** Mounted while the reader has scrolled up. */
function JumpToNewest({
  newestId,
  onClick,
}: {
  newestId: string | undefined;
  onClick: () => void;
}) {
  const [seenId] = useState(newestId);
  return (
    // Inside the scroller for the wheel; without height, to take no room.
    <div className="sticky bottom-3 flex h-0 items-end justify-center">
      <Button
        variant="outline"
        size="small"
        onClick={onClick}
        className="animate-fade-in rounded-full shadow-float"
      >
        <ArrowDown aria-hidden />
        {newestId === seenId ? 'Newest' : 'New messages'}
      </Button>
    </div>
  );
}

function NoMessages({ name, isForStaff }: { name: string; isForStaff: boolean }) {
  return (
    <div className="grid min-h-40 flex-1 content-center overflow-y-auto px-4">
      <EmptyState
        icon={MessageCircle}
        title="No messages yet"
        description={
          isForStaff
            ? 'Their texts and the answers appear here.'
            : `Say hello to ${name} below, or text from your phone.`
        }
      />
    </div>
  );
}
