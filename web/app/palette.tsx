import { Search } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Role } from '#shared/roles.ts';
import { useReturnFocus } from '#web/components/ui/use-return-focus.ts';
import { listOfferedActions } from '#web/keys/offered-actions.ts';
import { cn } from '#web/lib/cn.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import type { PaletteEntry } from './palette-entries.ts';
import { PaletteList } from './palette-list.tsx';
import { usePaletteEntries } from './use-palette-entries.ts';

type Props = {
  role: Role;
  /** Null without other shortcuts. */
  onShowSheet: (() => void) | null;
  onClose: () => void;
};

/** The ARIA combobox pattern: the focus stays in the field. */
export function Palette({ role, onShowSheet, onClose }: Props) {
  // The screen behind the palette does not change.
  const [actions] = useState(() =>
    onShowSheet
      ? [
          ...listOfferedActions(),
          { name: 'sheet' as const, label: 'Keyboard shortcuts', run: onShowSheet },
        ]
      : [],
  );
  const [text, setText] = useState('');
  const { groups, isSearching } = usePaletteEntries({ role, text, actions });
  const entries = groups.flatMap((group) => group.entries);
  const { index, onArrow, reset } = useChosen(entries);
  const choose = useChoice(onClose);
  const listId = useId();

  const onKeyDown = (event: KeyboardEvent) => {
    const entry = entries[index];
    if (isComposing(event)) return;
    if (event.key === 'Enter' && entry && (entry.isKnown || !isSearching)) choose.run(entry);
    else if (!onArrow(event.key)) return;
    event.preventDefault();
  };
  return (
    <RadixDialog.Root open onOpenChange={onClose}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 animate-fade-in bg-black/40" />
        <RadixDialog.Content
          aria-describedby={undefined}
          {...choose.returnFocus}
          className="fixed inset-x-4 top-4 z-50 mx-auto flex max-h-[min(32rem,calc(100dvh-2rem))] max-w-xl animate-fade-in flex-col overflow-hidden rounded-card border bg-surface shadow-float outline-none sm:top-[12vh]"
        >
          <RadixDialog.Title className="sr-only">Go to</RadixDialog.Title>
          <div className="relative shrink-0 border-b">
            <Search
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-4 size-4 -translate-y-1/2 text-muted"
            />
            <input
              role="combobox"
              aria-label="Go to"
              aria-expanded
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={entries.length > 0 ? `${listId}-${index}` : undefined}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              placeholder={
                onShowSheet ? 'Go to a page, person or conversation' : 'Go to a page or expert'
              }
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                reset();
              }}
              onKeyDown={onKeyDown}
              className="h-14 w-full bg-transparent pr-4 pl-11 not-placeholder-shown:pr-28 text-base outline-none"
            />
            <p
              role="status"
              className={cn(
                'pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-muted text-sm',
                !isSearching && entries.length > 0 && 'sr-only',
              )}
            >
              {isSearching ? 'Searching' : describeCount(entries.length)}
            </p>
          </div>
          <PaletteList id={listId} {...{ groups, index }} onChoose={choose.run} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function describeCount(count: number): string {
  if (count === 0) return 'Nothing found';
  return count === 1 ? '1 found' : `${count} found`;
}

/** Stays chosen while others arrive above it. */
function useChosen(entries: PaletteEntry[]) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const index = Math.max(
    entries.findIndex(({ id }) => id === chosenId),
    0,
  );
  const onArrow = (key: string) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (!step) return false;
    setChosenId(entries.at((index + step) % entries.length)?.id ?? null);
    return true;
  };
  return { index, onArrow, reset: () => setChosenId(null) };
}

function useChoice(onClose: () => void) {
  const [, navigate] = useLocation();
  const isLeaving = useRef(false);
  const returnFocus = useReturnFocus(() =>
    isLeaving.current ? document.getElementById('main') : null,
  );
  const run = (entry: PaletteEntry) => {
    onClose();
    if ('href' in entry) {
      isLeaving.current = true;
      navigate(entry.href);
      // An open dialog would take the focus back.
    } else setTimeout(entry.run);
  };
  return { run, returnFocus };
}
