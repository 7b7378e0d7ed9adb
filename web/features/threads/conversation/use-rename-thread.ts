import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Thread } from '#shared/api/threads.ts';
import { api, currentOf, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { changeThread } from '../known/change-known.ts';
import { isThreadList } from '../known/threads-api.ts';

export function useRenameThread({ id, title: oldTitle, titleRevision }: Thread) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (title: string) =>
      api.edit<{ thread: Thread }>(`/api/threads/${id}/title`, { title }, titleRevision),
    onMutate: async (title) => {
      await queryClient.cancelQueries({ queryKey: ['threads'] });
      changeThread(queryClient, id, { title });
      // onError can't read oldTitle: by then it is the new title.
      return oldTitle;
    },
    onSuccess: ({ thread: { title, titleRevision } }) => {
      changeThread(queryClient, id, { title, titleRevision });
      toast({ title: 'Title updated' });
    },
    onError: (error, _title, before) => {
      const { title, titleRevision } = currentOf<Thread>(error) ?? { title: before ?? oldTitle };
      changeThread(queryClient, id, titleRevision ? { title, titleRevision } : { title });
      toast({ title: 'Update failed', description: describeError(error), variant: 'destructive' });
    },
    onSettled: () => {
      // Other threads have not changed.
      void queryClient.invalidateQueries({
        predicate: (query) =>
          isThreadList(query) || (query.queryKey[0] === 'threads' && query.queryKey[1] === id),
      });
    },
  });
}
