import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAuthToken } from '#web/lib/auth-token.ts';
import { currentUserKey } from '#web/lib/query-client.ts';

/** When the token goes or becomes another one, in this tab or elsewhere, what it fetched goes too. */
export function ForgetOnSignOut() {
  const queryClient = useQueryClient();
  const token = useAuthToken();
  const lastToken = useRef(token);
  useEffect(() => {
    if (lastToken.current !== null && lastToken.current !== token) {
      // The new token's own user is already on the way.
      queryClient.removeQueries({
        predicate: ({ queryKey: [area, owner] }) => area !== currentUserKey[0] || owner !== token,
      });
    }
    lastToken.current = token;
  }, [queryClient, token]);
  return null;
}
