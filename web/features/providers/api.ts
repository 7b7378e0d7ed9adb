import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  CreateProviderRequest,
  Provider,
  TestProviderReply,
  TestProviderRequest,
  UpdateProviderRequest,
  VendorModelsReply,
} from '#shared/api/providers.ts';
import { api, currentOf, describeError } from '#web/lib/api-client.ts';
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

type ProviderChange = {
  body: CreateProviderRequest | UpdateProviderRequest;
  /** The state that was edited; null for a new provider. */
  base: Provider | null;
};

/** The form shows an edit conflict. */
export function useSaveProvider({ isNew }: { isNew: boolean }) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ body, base }: ProviderChange) =>
      base === null
        ? api.post('/api/providers', body)
        : api.edit(`/api/providers/${base.id}`, body, base.revision),
    onSuccess: () => {
      toast({ title: isNew ? 'Provider added' : 'Provider updated' });
      return queryClient.invalidateQueries({ queryKey: providersQuery.queryKey });
    },
    onError: (error) =>
      !currentOf(error) &&
      toast({
        title: isNew ? 'Failed to add provider' : 'Failed to update provider',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}

/** The form shows the outcome. */
export function useTestProvider() {
  return useSingleMutation({
    mutationFn: (body: TestProviderRequest) =>
      api.post<TestProviderReply>('/api/providers/test', body),
  });
}
