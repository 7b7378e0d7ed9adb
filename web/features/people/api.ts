import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { PeopleReply, PersonDetails } from '#shared/api/people.ts';
import { api, describeError, sendRequest } from '#web/lib/api-client.ts';
import { saveBlob } from '#web/lib/csv.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

const peoplePerPage = 100;
const peopleKey = ['people'] as const;

export function peopleQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...peopleKey, 'list', search],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(peoplePerPage) });
      if (search) query.set('q', search);
      if (pageParam) query.set('cursor', pageParam);
      return api.get<PeopleReply>(`/api/people?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap(({ people }) => people),
  });
}

export function personQuery(id: string) {
  return queryOptions({
    queryKey: [...peopleKey, id],
    queryFn: ({ signal }) => api.get<PersonDetails>(`/api/people/${id}`, signal),
  });
}

export function useEndSessions(id: string) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: () => api.delete<{ ended: number }>(`/api/people/${id}/sessions`),
    onSuccess: ({ ended }) => {
      const count = ended === 1 ? '1 session' : `${ended} sessions`;
      toast({ title: 'Signed out everywhere', description: `${count} ended.` });
      return queryClient.invalidateQueries({ queryKey: peopleKey });
    },
    onError: (error) =>
      toast({
        title: 'Failed to end sessions',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}

export function useExportPerson(id: string) {
  return useSingleMutation({
    mutationFn: async () => {
      const response = await sendRequest('GET', `/api/people/${id}/export`);
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
      saveBlob(name?.[1] ?? 'person.json', await response.blob());
    },
    onSuccess: () => toast({ title: 'Data exported' }),
    onError: (error) =>
      toast({ title: 'Export failed', description: describeError(error), variant: 'destructive' }),
  });
}

/** The dialog shows a refusal. */
export function useDeletePerson(id: string, onDeleted: () => void) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: () => api.delete(`/api/people/${id}`),
    onSuccess: () => {
      onDeleted();
      queryClient.removeQueries({ queryKey: personQuery(id).queryKey });
      void queryClient.invalidateQueries({ queryKey: peopleKey });
      void queryClient.invalidateQueries({ queryKey: ['threads'] });
      toast({ title: 'Deleted', description: 'Their data has been removed.' });
    },
  });
}
