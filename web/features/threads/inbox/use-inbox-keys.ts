import type { RefObject } from 'react';
import { useListKeys } from '#web/keys/use-list-keys.ts';
import { useShortcuts } from '#web/keys/use-shortcuts.ts';
import { useTakeOver } from '../takeover/takeover-api.ts';

type Inbox = {
  /** Contains the links, each with data-thread. */
  list: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  selectedId: string | null;
  openFirst: () => void;
  onClose: () => void;
};

export function useInboxKeys({ openFirst, ...inbox }: Inbox): void {
  const { list, search } = inbox;
  const take = useTakeOver();
  useListKeys({ kind: 'thread', ...inbox });

  const takeRow = (target: EventTarget | null) => {
    const link = target as HTMLElement;
    if (!list.current?.contains(link) || !link.dataset.thread) return false;
    take.mutate(link.dataset.thread);
    link.click();
    return true;
  };

  useShortcuts({
    take: ({ target }) => takeRow(target),
    open: ({ target }) => target === search.current && openFirst(),
  });
}
