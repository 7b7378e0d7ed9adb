import { Fragment } from 'react';
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
  return (
    <ul>
      {threads.map((thread, index) => (
        <Fragment key={thread.id}>
          {listed > 0 && index === 0 && (
            <Heading text={`Waiting for a person ${count.toLocaleString('en-US')}`} />
          )}
          {listed > 0 && index === listed && <Heading text="All others" />}
          <li className={threadRowStyle}>
            <ThreadListItem
              thread={thread}
              href={hrefOf(thread.id)}
              isSelected={thread.id === selectedId}
            />
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

function Heading({ text }: { text: string }) {
  return (
    <li className="border-b bg-sunken px-4 py-1">
      <h2 className="font-semibold text-muted text-sm">{text}</h2>
    </li>
  );
}
