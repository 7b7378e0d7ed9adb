import {
  type MutateOptions,
  type UseMutationOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useId } from 'react';

/**
 * Sends only once on a double click, whose second click comes before the button is disabled. With a
 * `mutationKey`, the same holds for a form that is closed and reopened meanwhile, and for other forms
 * with that key.
 */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
) {
  const queryClient = useQueryClient();
  const ownKey = ['single', useId()];
  const mutationKey = options.mutationKey ?? ownKey;
  const mutation = useMutation({ ...options, mutationKey });
  const isPending = useIsMutating({ mutationKey }) > 0;
  const mutate = (variables: Variables, callbacks?: MutateOptions<Data, Error, Variables>) => {
    if (queryClient.isMutating({ mutationKey }) === 0) mutation.mutate(variables, callbacks);
  };
  return { ...mutation, isPending, mutate };
}
