import type { RefObject } from 'react';
import { useShortcuts } from './use-shortcuts.ts';

type List = {
  list: RefObject<HTMLElement | null>;
  /** Each link has its id in data-thread or data-person. */
  kind: 'thread' | 'person';
  search: RefObject<HTMLInputElement | null>;
  selectedId: string | null;
  onClose: () => void;
};

/** Links handle Enter themselves. Escape goes back one step. */
export function useListKeys({ list, kind, search, selectedId, onClose }: List): void {
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>(`[data-${kind}]`) ?? [])];
  // Several hits of a search may be in the open thread.
  const linkOf = (id: string | null) =>
    links().find((link) => link.getAttribute('aria-current') === 'true') ??
    links().find((link) => link.dataset[kind] === id);

  const move = (step: 1 | -1) => {
    const all = links();
    const here = all.indexOf(document.activeElement as HTMLElement);
    const open = linkOf(selectedId);
    const from = here === -1 && open ? all.indexOf(open) : here;
    const isStart = here === -1 && from === -1;
    focusLink(isStart ? all[0] : all[Math.min(Math.max(from + step, 0), all.length - 1)]);
  };

  /** Outside the list, Home and End belong to the field or the page. */
  const leap = ({ target }: KeyboardEvent, link: HTMLElement | undefined) =>
    links().includes(target as HTMLElement) && focusLink(link);

  /** Outside the list, arrow keys scroll the focused element. */
  const isMove = ({ key, target }: KeyboardEvent) =>
    !key.startsWith('Arrow') ||
    target === document.body ||
    (target === search.current
      ? key === 'ArrowDown'
      : Boolean(list.current?.contains(target as Element)));

  const goBack = (target: Element) => {
    const selected = linkOf(selectedId);
    if (target === search.current) {
      const first = selected ?? links()[0];
      first?.focus();
    } else if (selectedId && selected?.checkVisibility() && !list.current?.contains(target)) {
      selected.focus();
    } else if (selectedId) {
      onClose();
      // On a phone the list is only shown now.
      setTimeout(() => linkOf(selectedId)?.focus());
    }
  };

  useShortcuts({
    search: () => search.current?.focus(),
    next: (event) => isMove(event) && move(1),
    previous: (event) => isMove(event) && move(-1),
    first: (event) => leap(event, links()[0]),
    last: (event) => leap(event, links().at(-1)),
    back: ({ target }) => goBack(target as Element),
  });
}

function focusLink(link: HTMLElement | undefined): void {
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
}
