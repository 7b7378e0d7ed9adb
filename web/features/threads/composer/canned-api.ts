import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { CannedReply, CannedReplyRequest } from '#shared/api/canned-replies.ts';
import { api } from '#web/lib/api-client.ts';
import { listChanges } from '#web/lib/merge-edits.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

const path = '/api/canned-replies';

/** A colleague may have changed them. */
const staleMs = 30_000;

export const cannedRepliesQuery = queryOptions({
  queryKey: ['canned-replies'],
  queryFn: ({ signal }) => api.get<{ cannedReplies: CannedReply[] }>(path, signal),
  staleTime: staleMs,
});

/** `base` is null for a new reply. */
export function useSaveCannedReply() {
  return useChange(({ fields, base }: { fields: CannedReplyRequest; base: CannedReply | null }) => {
    if (!base) return api.post(path, fields);
    const { id, ...basedOn } = base;
    return api.put(`${path}/${id}`, { ...listChanges(basedOn, fields), basedOn });
  });
}

export function useDeleteCannedReply() {
  return useChange((id: string) => api.delete(`${path}/${id}`));
}

function useChange<Wanted>(change: (wanted: Wanted) => Promise<unknown>) {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: cannedRepliesQuery.queryKey }),
  });
}
