import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAuthToken } from '#web/lib/auth-token.ts';
import { draftsKey } from '#web/lib/drafts.ts';
import { currentUserKey } from '#web/lib/query-client.ts';
import { followSignOuts } from './sign-out.ts';

/** Clears what a removed or replaced token fetched. Drafts stay until the sign-out. */
export function ClearCacheOnSignOut() {
  const queryClient = useQueryClient();
  const token = useAuthToken();
  const lastToken = useRef(token);
  useEffect(() => {
    if (lastToken.current !== null && lastToken.current !== token) {
      queryClient.removeQueries({
        predicate: ({ queryKey: [area, owner] }) => {
          // The user of the new token is being fetched already.
          const isNew = area === currentUserKey[0] && owner === token;
          return !isNew && area !== draftsKey;
        },
      });
    }
    lastToken.current = token;
  }, [queryClient, token]);
  useEffect(() => followSignOuts(queryClient), [queryClient]);
  return null;
}
