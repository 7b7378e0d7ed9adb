import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { ThreadScope } from '#web/links/thread-scope.ts';
import { readOpensNext } from '#web/session/opens-next.ts';
import { findFlood } from '../crisis/crisis-flood.ts';
import type { PlanAdvance } from '../known/advance-context.ts';
import { findWaitingThreads } from './use-waiting-threads.ts';

type Place = {
  scope: ThreadScope | null;
  selectedId: string | null;
  open: (threadId: string) => void;
};

/** After the open conversation was resolved: to the first that waits for a person, else to the next row. */
export function useAdvance(place: Place): PlanAdvance {
  const queries = useQueryClient();
  const latest = useRef(place);
  useEffect(() => {
    latest.current = place;
  });
  return useCallback(
    (threadId) => {
      const nextRow = findNextRow(threadId);
      return () => {
        const { scope, selectedId, open } = latest.current;
        if (!readOpensNext() || selectedId !== threadId || isTyping()) return;
        const waiting = findWaitingThreads(queries, scope);
        const flood = findFlood(waiting);
        const first = waiting.find((one) => one.id !== threadId && !flood.includes(one));
        const next = first?.id ?? nextRow;
        if (next) open(next);
      };
    },
    [queries],
  );
}

/** The rest of the words would go to another person. */
function isTyping(): boolean {
  const field = document.activeElement;
  return field instanceof HTMLTextAreaElement && field.value !== '';
}

/** As shown: hits of a search, too. */
function findNextRow(threadId: string): string | null {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-thread]')];
  const ids = rows.map(({ dataset }) => dataset.thread);
  return ids.slice(ids.lastIndexOf(threadId) + 1).find((id) => id !== threadId) ?? null;
}
