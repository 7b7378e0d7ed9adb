import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CreateExpertRequest, Expert, UpdateExpertRequest } from '#shared/api/experts.ts';
import { api, describeError, statusOf } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';

export const expertsQuery = queryOptions({
  queryKey: ['experts', 'all'],
  queryFn: ({ signal }) => api.get<{ experts: Expert[] }>('/api/experts', signal),
});

export function describeLoadError(error: unknown): string {
  if (statusOf(error) === 403) return 'You need admin access to manage experts.';
  if (statusOf(error) === 401) return 'Please log in to access this page.';
  return 'An error occurred while loading experts. Please try again.';
}

/** Creates an expert, or changes the one with that id. */
export function useSaveExpert(id: string | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateExpertRequest | UpdateExpertRequest) =>
      id === null ? api.post('/api/experts', body) : api.put(`/api/experts/${id}`, body),
    onSuccess: () => {
      toast({ title: id === null ? 'Expert created' : 'Expert updated' });
      // Conversations carry their expert's name and face.
      void queryClient.invalidateQueries({ queryKey: ['threads'] });
      return queryClient.invalidateQueries({ queryKey: ['experts'] });
    },
    onError: (error) =>
      toast({
        title: id === null ? 'Failed to create expert' : 'Failed to update expert',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}
