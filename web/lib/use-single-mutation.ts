import {
  type MutateOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useId } from 'react';

/** Sends once on a double click, whose second click comes before the button is disabled. */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
) {
  const queryClient = useQueryClient();
  const mutationKey = ['single', useId()];
  const mutation = useMutation({ ...options, mutationKey });
  const mutate = (variables: Variables, callbacks?: MutateOptions<Data, Error, Variables>) => {
    if (queryClient.isMutating({ mutationKey }) === 0) mutation.mutate(variables, callbacks);
  };
  return { ...mutation, mutate };
}
