import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { User } from '#shared/api/auth.ts';
import { useAuthToken } from './auth-token.ts';
import { currentUserKey } from './query-client.ts';

export const draftsKey = 'drafts';

/**
 * What someone has written and not yet sent or saved, so that closing by accident, or a session that
 * expires, loses nothing. It lives in the query cache, never on disk: logging out empties that. Each draft
 * belongs to whoever wrote it, and nobody else who signs in meets it.
 */
export function useDraft<Draft>(name: string) {
  const queryClient = useQueryClient();
  const queryKey = [draftsKey, readUserId(queryClient, useAuthToken()), name];
  return {
    read: () => queryClient.getQueryData<Draft>(queryKey),
    keep: (draft: Draft) => {
      queryClient.setQueryDefaults([draftsKey], { gcTime: Number.POSITIVE_INFINITY });
      queryClient.setQueryData<Draft>(queryKey, draft);
    },
    forget: () => queryClient.removeQueries({ queryKey, exact: true }),
  };
}

function readUserId(queryClient: QueryClient, token: string | null): string | undefined {
  const queryKey = [...currentUserKey, token];
  return queryClient.getQueryData<{ user: User }>(queryKey)?.user.id;
}
