import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAuthToken } from '#web/lib/auth-token.ts';
import { draftsKey } from '#web/lib/drafts.ts';
import { currentUserKey } from '#web/lib/query-client.ts';

/**
 * When the token goes or becomes another one, in this tab or elsewhere, what it fetched goes too. Drafts wait
 * for their writer: a session that expired is not a farewell.
 */
export function ForgetOnSignOut() {
  const queryClient = useQueryClient();
  const token = useAuthToken();
  const lastToken = useRef(token);
  useEffect(() => {
    if (lastToken.current !== null && lastToken.current !== token) {
      queryClient.removeQueries({
        predicate: ({ queryKey: [area, owner] }) => {
          // The new token's own user is already on the way.
          const isNew = area === currentUserKey[0] && owner === token;
          return !isNew && area !== draftsKey;
        },
      });
    }
    lastToken.current = token;
  }, [queryClient, token]);
  return null;
}
