import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  CreateProviderRequest,
  Provider,
  TestProviderReply,
  TestProviderRequest,
  UpdateProviderRequest,
  VendorModelsReply,
} from '#shared/api/providers.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => api.get<{ providers: Provider[] }>('/api/providers', signal),
});

export const vendorModelsQuery = (id: string) =>
  queryOptions({
    queryKey: [...providersQuery.queryKey, id, 'models'],
    queryFn: ({ signal }) => api.get<VendorModelsReply>(`/api/providers/${id}/models`, signal),
    retry: false,
  });

export function useSaveProvider(id: string | null) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: CreateProviderRequest | UpdateProviderRequest) =>
      id === null ? api.post('/api/providers', body) : api.put(`/api/providers/${id}`, body),
    onSuccess: () => {
      toast({ title: id === null ? 'Provider added' : 'Provider updated' });
      return queryClient.invalidateQueries({ queryKey: providersQuery.queryKey });
    },
    onError: (error) =>
      toast({
        title: id === null ? 'Failed to add provider' : 'Failed to update provider',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}

/** Tests settings without saving them. The form shows the outcome, so there is no toast. */
export function useTestProvider() {
  return useSingleMutation({
    mutationFn: (body: TestProviderRequest) =>
      api.post<TestProviderReply>('/api/providers/test', body),
  });
}
