import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnalyticsReply } from '#shared/api/analytics.ts';
import { api } from '#web/lib/api-client.ts';
import { readLocalTimeZone } from '#web/lib/days.ts';

export type Range = { days: number; expertId: string | null };

export function analyticsQuery({ days, expertId }: Range) {
  const query = new URLSearchParams({ days: String(days), timeZone: readLocalTimeZone() });
  if (expertId) query.set('expertId', expertId);
  return queryOptions({
    queryKey: ['analytics', String(query)],
    queryFn: ({ signal }) => api.get<AnalyticsReply>(`/api/analytics?${query}`, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
