import { useQueryClient } from '@tanstack/react-query';
import type { FailureAction, FailuresInput, FailuresReply } from '#shared/api/thread-filters.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

/** `restore` is sent by Undo alone; `send` and `answer` are for scripts. */
export type RepairAction = Exclude<FailureAction, 'restore' | 'send' | 'answer'>;
type Repair = Extract<
  FailuresInput,
  { threadIds?: string[] | undefined; all?: true | undefined }
> & {
  action: RepairAction;
};

export function useSettleFailures() {
  const queryClient = useQueryClient();
  const settle = async (request: FailuresInput) => {
    const reply = await api.post<FailuresReply>('/api/threads/failures', request);
    await queryClient.invalidateQueries({ queryKey: ['threads'] });
    return reply;
  };
  const report = (error: Error) =>
    toast({ title: 'Update failed', description: describeError(error), variant: 'destructive' });
  /** Scheduled work begins once the time for Undo is over. */
  const reportLate = ({ results }: FailuresReply) => {
    if (results.some(({ messages }) => messages > 0)) return;
    toast({ title: 'Too late to undo', variant: 'destructive' });
  };
  return useSingleMutation({
    mutationFn: (request: Repair) => settle(request),
    onError: report,
    onSuccess: ({ at, results }, { action }) => {
      const done = results.filter(({ messages }) => messages > 0);
      const refused = results.filter(({ refusal }) => refusal !== null);
      const threadIds = done.map(({ threadId }) => threadId);
      const undo = () => void settle({ action: 'restore', threadIds, at }).then(reportLate, report);
      toast({
        title: describeDone(action, done.length),
        ...(refused.length > 0 && { description: describeRefused(refused.length) }),
        ...(done.length === 0 && { variant: 'destructive' }),
        ...(done.length > 0 && { onUndo: undo }),
      });
    },
  });
}

/** Why each thread is still in the list. */
export function listLeftOver({ results }: FailuresReply, action: RepairAction) {
  return new Map(
    results
      .filter(({ messages, refusal }) => messages === 0 || refusal !== null)
      .map(({ threadId, refusal }) => [threadId, refusal ?? nothingToDo[action]]),
  );
}

const nothingToDo: Record<RepairAction, string> = {
  repair: 'Nothing here can be sent or answered again.',
  dismiss: 'Nothing to dismiss.',
};

const doneLabels: Record<RepairAction, { none: string; one: string; many: string }> = {
  repair: {
    none: 'Nothing could be repaired',
    one: 'Sending or answering again',
    many: 'Sending or answering again in',
  },
  dismiss: {
    none: 'Nothing to dismiss',
    one: 'Failure dismissed',
    many: 'Failures dismissed in',
  },
};

function describeDone(action: RepairAction, count: number): string {
  const { none, one, many } = doneLabels[action];
  if (count === 0) return none;
  return count === 1 ? one : `${many} ${count} conversations`;
}

function describeRefused(count: number): string {
  return count === 1
    ? 'One conversation was skipped: the list shows why.'
    : `${count} conversations were skipped: the list shows why.`;
}
