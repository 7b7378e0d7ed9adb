import {
  type MutateOptions,
  type UseMutationOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useId } from 'react';

/**
 * Sends once on a double click, whose second click comes before the button is disabled. A
 * `mutationKey` extends this to all forms with that key, also to one reopened meanwhile.
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
