import { useQueryClient } from '@tanstack/react-query';
import { useContext, useSyncExternalStore } from 'react';
import { useDraft } from '#web/lib/drafts.ts';
import { AdvanceContext } from '../known/advance-context.ts';
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
  const desk = { queries, threadId, box, planAdvance: useContext(AdvanceContext) };
  return {
    texts,
    add: (body: string, also?: { resolves: boolean }) => addText(desk, body, also),
    retry: (id: string) => retryText(desk, id),
    takeBack: (id: string) => takeBackText(desk, id),
    remove: (ids: ReadonlySet<string>) => removeTexts(box, ids),
  };
}
