import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { describeFlood, findFlood } from '../crisis/crisis-flood.ts';
import type { SelectableListProps } from './selectable-threads.tsx';
import { ThreadListItem, threadRowStyle } from './thread-list-item.tsx';

/** The first `listed` rows wait for a person; `count` includes threads that are not loaded. */
export type Waiting = { listed: number; count: number };

/** One list, so a row that changes groups keeps the focus. */
export function PlainThreads({
  threads,
  waiting,
  selectedId,
  hrefOf,
}: SelectableListProps & { waiting: Waiting }) {
  const { listed, count } = waiting;
  const [isFloodOpen, setIsFloodOpen] = useState(false);
  const flood = findFlood(threads);
  const isShown = (thread: Thread) =>
    isFloodOpen || thread.id === selectedId || !flood.includes(thread);
  return (
    <ul>
      {threads.flatMap((thread, index) => [
        listed > 0 && index === 0 && (
          <Heading key="waiting" text={`Waiting for a person ${count.toLocaleString('en-US')}`} />
        ),
        listed > 0 && index === listed && <Heading key="others" text="All others" />,
        thread === flood[0] && (
          <FloodRow
            key="flood"
            flood={flood}
            isOpen={isFloodOpen}
            onToggle={() => setIsFloodOpen(!isFloodOpen)}
          />
        ),
        isShown(thread) && (
          <li key={thread.id} className={threadRowStyle}>
            <ThreadListItem
              thread={thread}
              href={hrefOf(thread.id)}
              isSelected={thread.id === selectedId}
            />
          </li>
        ),
      ])}
    </ul>
  );
}

function FloodRow({
  flood,
  isOpen,
  onToggle,
}: {
  flood: Thread[];
  isOpen: boolean;
  onToggle: () => void;
}) {
  return (
    <li className="border-b">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex w-full items-center gap-3 px-4 py-2.5 text-left outline-offset-[-2px] transition-colors duration-150 hover:bg-sunken"
      >
        <ChevronRight
          aria-hidden
          className={isOpen ? 'size-4 shrink-0 rotate-90' : 'size-4 shrink-0'}
        />
        <span className="grid min-w-0 flex-1">
          <span className="font-medium">{describeFlood(flood)}</span>
          <span className="text-muted text-sm">They may all be one sender's.</span>
        </span>
        <Badge tone="danger" className="shrink-0">
          Crisis
        </Badge>
      </button>
    </li>
  );
}

function Heading({ text }: { text: string }) {
  return (
    <li className="border-b bg-sunken px-4 py-1">
      <h2 className="font-semibold text-muted text-sm">{text}</h2>
    </li>
  );
}
