import { type RefObject, useEffect } from 'react';

type Inbox = {
  /** Holds the links, each with data-thread. */
  list: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  selectedId: string | null;
  onClose: () => void;
};

const typingFields = 'input, textarea, select, [contenteditable="true"], [role="combobox"]';

/** / searches, ↑↓ or j/k move through the list, Enter opens (the items are links), Escape goes back a step. */
export function useInboxKeys({ list, search, selectedId, onClose }: Inbox): void {
  useEffect(() => {
    const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-thread]') ?? [])];
    // Several hits of a search may be in the open thread.
    const linkOf = (id: string | null) =>
      links().find((link) => link.getAttribute('aria-current') === 'true') ??
      links().find((link) => link.dataset.thread === id);
    const openFirst = () => {
      if (!list.current?.querySelector('[aria-busy="true"]')) links()[0]?.click();
    };

    const move = (step: 1 | -1) => {
      const all = links();
      const here = all.indexOf(document.activeElement as HTMLElement);
      const open = linkOf(selectedId);
      const from = here === -1 && open ? all.indexOf(open) : here;
      const isStart = here === -1 && from === -1;
      const next = isStart ? all[0] : all[Math.min(Math.max(from + step, 0), all.length - 1)];
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    };

    const goBack = (target: Element) => {
      const selected = linkOf(selectedId);
      if (target === search.current) {
        const first = selected ?? links()[0];
        first?.focus();
      } else if (selectedId && selected?.checkVisibility() && !list.current?.contains(target)) {
        selected.focus();
      } else if (selectedId) {
        onClose();
        // On a phone the list appears only now.
        setTimeout(() => linkOf(selectedId)?.focus());
      }
    };

    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as Element;
      const isModified = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
      if (event.defaultPrevented || isModified || document.querySelector('[role="dialog"]')) return;
      const isTyping = target.matches(typingFields);
      const isSearch = target === search.current;
      // Elsewhere, arrow keys scroll the focused element.
      const isInList =
        isSearch || target === document.body || Boolean(list.current?.contains(target));
      const actions = new Map<string, false | (() => void)>([
        ['/', !isTyping && (() => search.current?.focus())],
        ['j', !isTyping && (() => move(1))],
        ['k', !isTyping && (() => move(-1))],
        ['ArrowDown', isInList && (() => move(1))],
        ['ArrowUp', isInList && !isSearch && (() => move(-1))],
        ['Enter', isSearch && openFirst],
        ['Escape', () => goBack(target)],
      ]);
      const action = actions.get(event.key);
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [list, search, selectedId, onClose]);
}
