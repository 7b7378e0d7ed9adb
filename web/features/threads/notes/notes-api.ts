import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Note } from '#shared/api/notes.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { useTypedDraft } from '#web/lib/drafts.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { changeMessages } from '../known/change-known.ts';

export const noteDraftOf = (threadId: string) => `note ${threadId}`;

export function useAddNote(threadId: string) {
  const queryClient = useQueryClient();
  const { clearSent } = useTypedDraft(noteDraftOf(threadId));
  return useSingleMutation({
    mutationKey: ['note', threadId],
    mutationFn: (body: string) =>
      api.post<{ note: Note }>(`/api/threads/${threadId}/notes`, { body }),
    onSuccess: ({ note }, body) => {
      clearSent(body);
      changeNotes(queryClient, threadId, (notes) => [
        ...notes.filter(({ id }) => id !== note.id),
        note,
      ]);
    },
    onError: (error) => showFailure('Failed to add the note', error),
  });
}

export function useDeleteNote(threadId: string) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (noteId: string) => api.delete(`/api/threads/${threadId}/notes/${noteId}`),
    onSuccess: (_, noteId) =>
      changeNotes(queryClient, threadId, (notes) => notes.filter(({ id }) => id !== noteId)),
    onError: (error) => showFailure('Failed to delete the note', error),
  });
}

function changeNotes(
  queryClient: QueryClient,
  threadId: string,
  change: (notes: Note[]) => Note[],
): void {
  changeMessages(queryClient, threadId, (known) => ({
    ...known,
    notes: change(known.notes ?? []),
  }));
}

function showFailure(title: string, error: Error): void {
  toast({ title, description: describeError(error), variant: 'destructive' });
}
