import { queryOptions } from '@tanstack/react-query';
import type { SetupReply } from '#shared/api/setup.ts';
import { api } from '#web/lib/api-client.ts';

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => api.get<SetupReply>('/api/setup', signal),
  refetchOnMount: 'always',
});
