import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { User } from '#shared/api/auth.ts';
import { useAuthToken } from './auth-token.ts';
import { currentUserKey } from './query-client.ts';

export const draftsKey = 'drafts';

/**
 * Unsaved text survives an accidental close and an expired session. Kept in the query cache, never on disk,
 * and only its writer sees it again.
 */
export function useDraft<Draft>(name: string) {
  const queryClient = useQueryClient();
  const queryKey = [draftsKey, readUserId(queryClient, useAuthToken()), name];
  return {
    read: () => queryClient.getQueryData<Draft>(queryKey),
    save: (draft: Draft) => {
      queryClient.setQueryDefaults([draftsKey], { gcTime: Number.POSITIVE_INFINITY });
      queryClient.setQueryData<Draft>(queryKey, draft);
    },
    clear: () => queryClient.removeQueries({ queryKey, exact: true }),
  };
}

function readUserId(queryClient: QueryClient, token: string | null): string | undefined {
  const queryKey = [...currentUserKey, token];
  return queryClient.getQueryData<{ user: User }>(queryKey)?.user.id;
}
