import { Check, Minus, Plus, Settings2 } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type KeyboardEvent, useId, useState } from 'react';
import type { CountedLabel } from '#shared/api/labels.ts';
import type { Thread } from '#shared/api/threads.ts';
import { ListOption } from '#web/components/list-option.tsx';
import { useReturnFocus } from '#web/components/ui/use-return-focus.ts';
import { cn } from '#web/lib/cn.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { useIsAdmin } from '#web/session/roles.ts';
import { LabelDot } from './label-chip.tsx';
import { type Target, type Toggle, useLabelToggles } from './use-label-toggles.ts';

type Props = {
  threads: Pick<Thread, 'id' | 'labels'>[];
  /** What the server changes; by default these threads. */
  target?: Target;
  onClose: () => void;
};

/** The ARIA combobox pattern. Stays open for more labels. */
export function LabelChooser({ threads, target, onClose }: Props) {
  const isAdmin = useIsAdmin();
  const manager = useDialogAddress('manage');
  const returnFocus = useReturnFocus();
  return (
    <RadixDialog.Root open onOpenChange={onClose}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 animate-fade-in bg-black/40" />
        <RadixDialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          className="fixed inset-x-4 top-4 z-50 mx-auto flex max-h-[min(28rem,calc(100dvh-2rem))] max-w-sm animate-fade-in flex-col overflow-hidden rounded-card border bg-surface shadow-float outline-none sm:top-[12vh]"
        >
          <RadixDialog.Title className="px-4 pt-3.5 font-semibold text-muted text-sm">
            {threads.length === 1 ? 'Labels' : `Labels of ${threads.length} conversations`}
          </RadixDialog.Title>
          <Choices threads={threads} target={target} canCreate={isAdmin} />
          {isAdmin && (
            <div className="shrink-0 border-t p-2">
              <button
                type="button"
                onClick={() => {
                  onClose();
                  manager.open('labels');
                }}
                className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 text-muted hover:bg-secondary-soft"
              >
                <Settings2 aria-hidden className="size-4" />
                Rename or delete labels
              </button>
            </div>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function Choices({
  threads,
  target,
  canCreate,
}: Pick<Props, 'threads'> & { target: Target | undefined; canCreate: boolean }) {
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const { labels, toggles, toggle, create, isLoading } = useLabelToggles(threads, target);
  const listId = useId();
  const typed = text.trim();
  const found = labels.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
  const isNew = !labels.some(({ name }) => name.toLowerCase() === typed.toLowerCase());
  const offersNew = canCreate && typed !== '' && isNew && !isLoading;
  const count = found.length + (offersNew ? 1 : 0);
  const chosen = Math.min(index, count - 1);

  const choose = (at: number) => {
    const label = found[at];
    if (label) toggle(label);
    else if (offersNew) create(typed);
    setText('');
    if (label) setIndex(labels.indexOf(label));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) setIndex((chosen + step + count) % count);
    else if (event.key === 'Enter' && count > 0) choose(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        role="combobox"
        aria-label="Find a label"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={count > 0 ? `${listId}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        placeholder={canCreate ? 'Find or create a label' : 'Find a label'}
        value={text}
        onChange={({ target: { value } }) => {
          setText(value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
        className="h-12 w-full shrink-0 border-b bg-transparent px-4 text-base outline-none"
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Labels"
        aria-multiselectable
        className={cn('min-h-0 overflow-y-auto overscroll-contain', count > 0 && 'p-2')}
      >
        {found.map((label, at) => (
          <LabelOption
            key={label.id}
            id={`${listId}-${at}`}
            label={label}
            state={toggles(label)}
            isChosen={at === chosen}
            onChoose={() => choose(at)}
          />
        ))}
        {offersNew && (
          <ListOption
            id={`${listId}-${found.length}`}
            isChosen={chosen === found.length}
            aria-selected={false}
            onChoose={() => choose(found.length)}
            className="font-medium"
          >
            <Plus aria-hidden className="size-4 shrink-0" />
            <span className="min-w-0 truncate">Create "{typed}"</span>
          </ListOption>
        )}
      </div>
      <p role="status" className={cn(count === 0 && 'px-4 py-5 text-muted')}>
        {count === 0 && describeNothing({ isLoading, hasLabels: labels.length > 0, canCreate })}
      </p>
    </>
  );
}

function describeNothing(state: { isLoading: boolean; hasLabels: boolean; canCreate: boolean }) {
  if (state.isLoading) return 'Loading labels';
  if (state.hasLabels) return 'No label has that name';
  return state.canCreate
    ? 'There are no labels yet. Type a name to create the first one.'
    : 'There are no labels yet. An admin creates them.';
}

function LabelOption({
  label,
  state,
  ...option
}: {
  id: string;
  label: CountedLabel;
  state: Toggle;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const Mark = state === 'some' ? Minus : Check;
  return (
    <ListOption aria-selected={state === 'on'} className="font-medium" {...option}>
      <LabelDot hue={label.hue} />
      <span dir="auto" title={label.name} className="min-w-0 flex-1 truncate">
        {label.name}
      </span>
      {state === 'some' && <span className="sr-only">on some of them</span>}
      {state !== 'off' && <Mark aria-hidden className="size-4 shrink-0" />}
    </ListOption>
  );
}
