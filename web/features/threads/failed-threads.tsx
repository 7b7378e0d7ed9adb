import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import type { ThreadScope } from '#web/lib/thread-scope.ts';
import { useShortcuts } from '#web/lib/use-shortcuts.ts';
import { threadCountsQuery } from './api.ts';
import { describePerson } from './describe-person.ts';
import { FailureActions } from './failure-actions.tsx';
import { listLeftOver, type RepairAction, useSettleFailures } from './failures-api.ts';
import { omitState } from './thread-filters.ts';
import { ThreadListItem, threadRowStyle } from './thread-list-item.tsx';
import { useThreadSelection } from './use-thread-selection.ts';

type Props = {
  threads: Thread[];
  scope: ThreadScope;
  selectedId: string | null;
  hrefOf: (threadId: string) => string;
};

/** The list of what has failed, where many conversations are repaired at once. */
export function FailedThreads({ threads, scope, selectedId, hrefOf }: Props) {
  const { data } = useQuery(threadCountsQuery(scope));
  const selection = useThreadSelection(threads);
  const { toggle, isSelected } = selection;
  const { mutate, isPending } = useSettleFailures();
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map());
  const selectAll = useRef<HTMLButtonElement>(null);

  const settle = (action: RepairAction) => {
    const which = selection.isAll ? { all: true as const } : { threadIds: selection.ids };
    mutate(
      { action, ...which, ...omitState(scope) },
      {
        onSuccess: (reply) => {
          const leftOver = listLeftOver(reply, action);
          setNotes(leftOver);
          // What is left can be dismissed in one more step.
          selection.select(leftOver.keys());
          // The focused button disappears with the selection.
          selectAll.current?.focus();
        },
      },
    );
  };
  useShortcuts({
    select: ({ target, shiftKey }) => {
      const id = (target as HTMLElement).dataset?.thread;
      return id !== undefined && toggle(id, shiftKey);
    },
  });

  return (
    <>
      <FailureActions
        selectAllRef={selectAll}
        matching={Math.max(data?.counts.failed ?? 0, threads.length)}
        selection={selection}
        isPending={isPending}
        onSettle={settle}
      />
      <ul>
        {threads.map((thread) => (
          <li key={thread.id} className={threadRowStyle}>
            <div className="flex">
              <Checkbox
                aria-label={`Select ${describePerson(thread)}`}
                checked={isSelected(thread.id)}
                onClick={(event) => toggle(thread.id, event.shiftKey)}
                // The margin around it selects, too.
                className="relative ml-4 self-center after:absolute after:-inset-3"
              />
              <div className="min-w-0 flex-1">
                <ThreadListItem
                  thread={thread}
                  href={hrefOf(thread.id)}
                  isSelected={thread.id === selectedId}
                />
              </div>
            </div>
            {notes.has(thread.id) && (
              <p className="px-4 pb-3 text-danger text-sm">{notes.get(thread.id)}</p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
