import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useDraft } from '#web/lib/drafts.ts';
import {
  addText,
  keepForReload,
  type OutgoingText,
  outboxOf,
  removeTexts,
  retryText,
  takeBackText,
} from './outbox.ts';

const none: OutgoingText[] = [];

/** The texts of a conversation that the server has not stored yet, oldest first. */
export function useOutbox(threadId: string) {
  const queries = useQueryClient();
  const box = useDraft<OutgoingText[]>(outboxOf(threadId), keepForReload);
  const texts = useSyncExternalStore(box.subscribe, () => box.read() ?? none);
  const desk = { queries, threadId, box };
  return {
    texts,
    add: (body: string) => addText(desk, body),
    retry: (id: string) => retryText(desk, id),
    takeBack: (id: string) => takeBackText(desk, id),
    remove: (ids: ReadonlySet<string>) => removeTexts(box, ids),
  };
}
