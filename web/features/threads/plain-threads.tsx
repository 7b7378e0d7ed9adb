import { type ReactNode, useId } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import type { SelectableListProps } from './selectable-threads.tsx';
import { ThreadListItem, threadRowStyle } from './thread-list-item.tsx';

/** @param waiting how many, from the first one on, wait for a person. */
export function PlainThreads({
  threads,
  waiting,
  ...list
}: SelectableListProps & { waiting: number }) {
  if (waiting === 0) return <Rows threads={threads} {...list} />;
  return (
    <>
      <Group heading={`Waiting for a person ${waiting}`}>
        <Rows threads={threads.slice(0, waiting)} {...list} />
      </Group>
      {threads.length > waiting && (
        <Group heading="All others">
          <Rows threads={threads.slice(waiting)} {...list} />
        </Group>
      )}
    </>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="border-b bg-sunken px-4 py-1 font-semibold text-muted text-sm">
        {heading}
      </h2>
      {children}
    </section>
  );
}

function Rows({
  threads,
  selectedId,
  hrefOf,
}: { threads: Thread[] } & Pick<SelectableListProps, 'selectedId' | 'hrefOf'>) {
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
