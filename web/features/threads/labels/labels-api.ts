import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CountedLabel, Label, LabelRequest, LabelThreadsInput } from '#shared/api/labels.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { listChanges } from '#web/lib/merge-edits.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

const path = '/api/labels';

export const labelsQuery = queryOptions({
  queryKey: ['labels'],
  queryFn: ({ signal }) => api.get<{ labels: CountedLabel[] }>(path, signal),
  // A colleague may have changed them.
  staleTime: 30_000,
});

/** `base` is null for a new label. */
export function useSaveLabel() {
  const refresh = useRefresh();
  return useSingleMutation({
    mutationFn: ({ fields, base }: { fields: LabelRequest; base: Label | null }) =>
      base
        ? api.put<{ label: Label }>(`${path}/${base.id}`, listChanges(base, { ...base, ...fields }))
        : api.post<{ label: Label }>(path, fields),
    onSettled: refresh,
  });
}

export function useDeleteLabel() {
  const refresh = useRefresh();
  return useSingleMutation({
    mutationFn: (id: string) => api.delete(`${path}/${id}`),
    onSettled: refresh,
  });
}

/** `name` is the label's, for the toast. */
export type Labelling = { labelId: string; name: string } & LabelThreadsInput;

/** Several may be under way at once. */
export function useLabelThreads() {
  const refresh = useRefresh();
  const put = ({ labelId, name: _, ...body }: Labelling) =>
    api.post<{ threadIds: string[] }>(`${path}/${labelId}/threads`, body).finally(refresh);
  const report = (error: Error) =>
    toast({ title: 'Update failed', description: describeError(error), variant: 'destructive' });
  return useMutation({
    mutationFn: put,
    onError: report,
    onSuccess: ({ threadIds }, { labelId, name, isOn, ...target }) => {
      if (target.threadIds?.length === 1 || threadIds.length === 0) return;
      const undo = { labelId, name, isOn: !isOn, threadIds };
      toast({
        title: describeDone(name, isOn, threadIds.length),
        onUndo: () => void put(undo).catch(report),
      });
    },
  });
}

function describeDone(name: string, isOn: boolean, count: number): string {
  const where = count === 1 ? 'one conversation' : `${count} conversations`;
  return isOn ? `${name}: added to ${where}` : `${name}: removed from ${where}`;
}

function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: labelsQuery.queryKey }),
      queries.invalidateQueries({ queryKey: ['threads'] }),
    ]);
}
