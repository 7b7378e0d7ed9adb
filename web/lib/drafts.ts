import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { User } from '#shared/api/auth.ts';
import { useAuthToken } from './auth-token.ts';
import { currentUserKey } from './query-client.ts';

export const draftsKey = 'drafts';
const storedPrefix = 'draft ';

/** Names what is typed to a conversation. */
export const composerDraftOf = (threadId: string) => `thread ${threadId}`;

/**
 * Unsaved text survives an accidental close and an expired session. Only its writer sees it again.
 * @param toStored what of it a reload of this tab keeps, as JSON: never a secret. Without, none.
 */
export function useDraft<Draft>(name: string, toStored?: (draft: Draft) => Draft) {
  const queryClient = useQueryClient();
  const userId = readUserId(queryClient, useAuthToken());
  const queryKey = [draftsKey, userId, name];
  const storedKey = `${storedPrefix}${userId} ${name}`;
  return {
    read: () =>
      queryClient.getQueryData<Draft>(queryKey) ??
      (toStored ? readStored<Draft>(storedKey) : undefined),
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

function readStored<Draft>(key: string): Draft | undefined {
  const stored = sessionStorage.getItem(key);
  return stored === null ? undefined : (JSON.parse(stored) as Draft);
}

function readUserId(queryClient: QueryClient, token: string | null): string | undefined {
  const queryKey = [...currentUserKey, token];
  return queryClient.getQueryData<{ user: User }>(queryKey)?.user.id;
}
