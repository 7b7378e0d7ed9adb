import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { User } from '#shared/api/auth.ts';
import { minuteMs } from '#shared/time.ts';
import { api, statusOf } from '#web/lib/api-client.ts';
import { readAuthToken, removeAuthToken } from '#web/lib/auth-token.ts';
import { currentUserKey } from '#web/lib/query-client.ts';

const staleMs = 5 * minuteMs;
const keepMs = 10 * minuteMs;

/** Keyed by the token, so a new sign-in never shows the previous person. */
export function currentUserQuery(token: string | null) {
  return queryOptions({
    queryKey: [...currentUserKey, token],
    queryFn: async ({ signal }) => {
      try {
        return await api.get<{ user: User }>('/api/auth/user', signal);
      } catch (error) {
        // Expired or revoked. Other failures say nothing about the token.
        if (token && statusOf(error) === 401) removeAuthToken(token);
        throw error;
      }
    },
    enabled: token !== null,
    staleTime: staleMs,
    gcTime: keepMs,
    retry: false,
  });
}

/** What a call has answered shows everywhere, without another one. */
export function showUser(queries: QueryClient, user: User, token = readAuthToken()): void {
  queries.setQueryData(currentUserQuery(token).queryKey, { user });
}
