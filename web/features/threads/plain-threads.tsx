import { Fragment } from 'react';
import type { SelectableListProps } from './selectable-threads.tsx';
import { ThreadListItem, threadRowStyle } from './thread-list-item.tsx';

/**
 * One list, so that a row that moves between its groups keeps the focus.
 * @param waiting how many, from the first one on, wait for a person.
 */
export function PlainThreads({
  threads,
  waiting,
  selectedId,
  hrefOf,
}: SelectableListProps & { waiting: number }) {
  return (
    <ul>
      {threads.map((thread, index) => (
        <Fragment key={thread.id}>
          {waiting > 0 && index === 0 && <Heading text={`Waiting for a person ${waiting}`} />}
          {waiting > 0 && index === waiting && <Heading text="All others" />}
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
