import { hashKey, notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { User } from '#shared/api/auth.ts';
import { useAuthToken } from './auth-token.ts';
import { currentUserKey } from './query-client.ts';

export const draftsKey = 'drafts';
const storedPrefix = 'draft ';

/**
 * Unsaved text survives an accidental close and an expired session; only its writer sees it again.
 * @param toStored picks what a reload keeps, as JSON: never a secret. Without it, nothing.
 */
export function useDraft<Draft>(name: string, toStored?: (draft: Draft) => Draft) {
  const queryClient = useQueryClient();
  const userId = readUserId(queryClient, useAuthToken());
  const queryKey = [draftsKey, userId, name];
  const storedKey = `${storedPrefix}${userId} ${name}`;
  const hash = hashKey(queryKey);
  const onClear = useCallback(
    (then: () => void) =>
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'removed' && query.queryHash === hash) then();
      }),
    [queryClient, hash],
  );
  const subscribe = useCallback(
    (onChange: () => void) =>
      queryClient.getQueryCache().subscribe(({ query }) => {
        // Together with what queries tell their components, so that both are drawn at once.
        if (query.queryHash === hash) notifyManager.schedule(onChange);
      }),
    [queryClient, hash],
  );
  const read = () =>
    queryClient.getQueryData<Draft>(queryKey) ??
    (toStored ? readStored<Draft>(storedKey) : undefined);
  return {
    /** The same object until it changes. */
    read,
    /** For useSyncExternalStore. */
    subscribe,
    /** Called when another component clears the draft. @returns the unsubscribe function. */
    onClear,
    save: (draft: Draft) => {
      queryClient.setQueryDefaults([draftsKey], { gcTime: Number.POSITIVE_INFINITY });
      queryClient.setQueryData<Draft>(queryKey, draft);
      if (toStored) sessionStorage.setItem(storedKey, JSON.stringify(toStored(draft)));
    },
    clear: () => {
      queryClient.removeQueries({ queryKey, exact: true });
      sessionStorage.removeItem(storedKey);
    },
  };
}

/**
 * A text to send. Sending clears it, even if its form is gone by then, unless it was changed
 * meanwhile.
 */
export function useTypedDraft(name: string) {
  const draft = useDraft<string>(name, (typed) => typed);
  const clearSent = (sent: string) => {
    if (draft.read()?.trim() !== sent) return;
    // After a reload it is only in the tab's storage, and `onClear` does not fire for that.
    draft.save(sent);
    draft.clear();
  };
  return { ...draft, clearSent };
}

const parsed = new Map<string, { stored: string; draft: unknown }>();

function readStored<Draft>(key: string): Draft | undefined {
  const stored = sessionStorage.getItem(key);
  if (stored === null) {
    parsed.delete(key);
    return undefined;
  }
  const known = parsed.get(key);
  if (known?.stored === stored) return known.draft as Draft;
  const draft = JSON.parse(stored) as Draft;
  parsed.set(key, { stored, draft });
  return draft;
}

function readUserId(queryClient: QueryClient, token: string | null): string | undefined {
  const queryKey = [...currentUserKey, token];
  return queryClient.getQueryData<{ user: User }>(queryKey)?.user.id;
}
