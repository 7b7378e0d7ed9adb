import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { isTypingField } from '#web/keys/shortcuts.ts';
import { useShortcuts } from '#web/keys/use-shortcuts.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { describePerson } from '../known/describe-person.ts';
import { LabelChooser } from '../labels/label-field.tsx';
import { useGestures } from '../takeover/gestures-api.ts';
import { SelectionActions } from './selection-actions.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { ThreadListItem, threadRowStyle } from './thread-list-item.tsx';
import type { ThreadSelection } from './use-thread-selection.ts';

export type SelectableListProps = {
  threads: Thread[];
  scope: ThreadScope;
  selectedId: string | null;
  hrefOf: (threadId: string) => string;
};

type Props = SelectableListProps & {
  selection: ThreadSelection;
  selectAllRef: RefObject<HTMLButtonElement | null>;
  matching: number | null;
  /** Besides those of every list. */
  actions?: ReactNode;
  end?: ReactNode;
  /** By conversation id. */
  notes?: ReadonlyMap<string, string>;
};

export function SelectableThreads({
  threads,
  scope,
  selectedId,
  hrefOf,
  selection,
  notes,
  actions,
  ...bar
}: Props) {
  const { isAll, ids, isSelected, toggle } = selection;
  const [isLabelling, setIsLabelling] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const me = useCurrentUser();
  const gestures = useGestures();
  const target = isAll ? { all: true as const, ...scope } : { threadIds: ids };
  const hasSelection = isAll || ids.length > 0;
  const resolve = () => gestures.mutate({ action: 'resolve', ...target });
  const assign = () => gestures.mutate({ action: 'assign', assignTo: me.id, ...target });
  useShortcuts(
    {
      select: ({ target, shiftKey }) => {
        const id = (target as HTMLElement).dataset?.thread;
        return id !== undefined && toggle(id, shiftKey);
      },
      // Without a selection, the keys are about the open conversation.
      label: () => hasSelection && setIsLabelling(true),
      resolve: () => hasSelection && resolve(),
      assign: () => hasSelection && assign(),
    },
    list,
  );
  useShortcuts({
    selectAll: ({ target }) => {
      if (isElsewhere(target)) return false;
      selection.selectAll(true);
      // The selection's actions come next.
      bar.selectAllRef.current?.focus();
      return true;
    },
  });
  return (
    <>
      <SelectionBar
        selection={selection}
        actions={
          <>
            {actions}
            <SelectionActions
              isBusy={gestures.isPending}
              onResolve={resolve}
              onAssign={assign}
              onLabel={() => setIsLabelling(true)}
            />
          </>
        }
        {...bar}
      />
      <ul ref={list}>
        {threads.map((thread) => (
          <li
            key={thread.id}
            data-uncovered={notes?.has(thread.id) ? '' : undefined}
            className={threadRowStyle}
          >
            <div className="flex">
              <Checkbox
                aria-label={`Select ${describePerson(thread)}`}
                checked={isSelected(thread.id)}
                onClick={(event) => toggle(thread.id, event.shiftKey)}
                // The margin around it is clickable, too.
                className="relative mr-1 ml-4 self-center after:absolute after:-inset-3"
              />
              <div className="min-w-0 flex-1">
                <ThreadListItem
                  thread={thread}
                  href={hrefOf(thread.id)}
                  isSelected={thread.id === selectedId}
                />
              </div>
            </div>
            {notes?.has(thread.id) && (
              <p className="px-4 pb-3 text-danger text-sm">{notes.get(thread.id)}</p>
            )}
          </li>
        ))}
      </ul>
      {isLabelling && (
        <Suspense>
          <LabelChooser
            threads={threads.filter(({ id }) => isSelected(id))}
            target={target}
            onClose={() => setIsLabelling(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Where the key selects words: in a field that has some, and among the messages. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const isWriting =
    isTypingField(target) && target.matches(':not([type=checkbox], :placeholder-shown)');
  return isWriting || target.closest('[aria-label="Messages"]') !== null;
}
