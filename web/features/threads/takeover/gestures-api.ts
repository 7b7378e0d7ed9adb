import { useQueryClient } from '@tanstack/react-query';
import type { GesturesInput, GesturesReply } from '#shared/api/thread-gestures.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

export type Gesture = Exclude<GesturesInput, { action: 'undo' }>;

/** On several conversations, with one Undo for all. */
export function useGestures() {
  const queryClient = useQueryClient();
  const post = async (body: GesturesInput) => {
    const reply = await api.post<GesturesReply>('/api/threads/gestures', body);
    await queryClient.invalidateQueries({ queryKey: ['threads'] });
    return reply;
  };
  const report = (error: Error) =>
    toast({ title: 'Update failed', description: describeError(error), variant: 'destructive' });
  const undo = (threadIds: string[]) =>
    void post({ action: 'undo', threadIds }).then(({ results }) => {
      const refusal = results.find((one) => one.refusal !== null)?.refusal;
      if (refusal) toast({ title: 'Not all was undone', description: refusal });
    }, report);
  return useSingleMutation({
    mutationFn: (gesture: Gesture) => post(gesture),
    onError: report,
    onSuccess: ({ results }, gesture) => {
      const threadIds = results.filter(({ isDone }) => isDone).map(({ threadId }) => threadId);
      const refusals = results.flatMap(({ refusal }) => refusal ?? []);
      toast({
        title: describeDone(gesture, threadIds.length),
        ...(refusals.length > 0 && { description: describeSkipped(refusals) }),
        ...(threadIds.length > 0 && { onUndo: () => undo(threadIds) }),
      });
    },
  });
}

function describeDone(gesture: Gesture, count: number): string {
  if (count === 0) return 'Nothing changed';
  const which = count === 1 ? 'One conversation' : `${count} conversations`;
  if (gesture.action === 'resolve') return `${which} resolved`;
  return gesture.assignTo === null ? `${which} assigned to no one` : `${which} assigned`;
}

function describeSkipped(refusals: string[]): string {
  const [first = ''] = refusals;
  return refusals.length === 1
    ? `One was skipped. ${first}`
    : `${refusals.length} were skipped. ${first}`;
}
