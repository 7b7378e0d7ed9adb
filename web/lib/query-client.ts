import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { needOf, statusOf } from './api-client.ts';

export const currentUserKey = ['current-user'] as const;

const retryMs = 5_000;

/** Data is fresh until something invalidates it. */
export function createQueryClient(): QueryClient {
  // Only the current-user call can tell whether the session ended or needs a second factor.
  const onError = (error: unknown, queryKey?: readonly unknown[]) => {
    const mayBeOver = statusOf(error) === 401 || needOf(error) === 'second-factor';
    if (!mayBeOver || queryKey?.[0] === currentUserKey[0]) return;
    void client.invalidateQueries({ queryKey: currentUserKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => onError(error, query.queryKey) }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        // The server is there, but not its database.
        refetchInterval: ({ state }) => (statusOf(state.error) === 503 ? retryMs : false),
        retry: false,
        // Offline, a call fails at once instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  keepOutagesInSight(client.getQueryCache());
  return client;
}

/** Each repetition would begin as if nothing had failed, and take the words from the page for as long as it waits. */
function keepOutagesInSight(cache: QueryCache): void {
  const outages = new WeakMap<Query, Error>();
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    if (action.type === 'error' && statusOf(action.error) === 503) outages.set(query, action.error);
    else if (action.type === 'error' || action.type === 'success') outages.delete(query);
    const error = outages.get(query);
    if (action.type === 'fetch' && error && query.state.status === 'pending') {
      query.setState({ status: 'error', error });
    }
  });
}
