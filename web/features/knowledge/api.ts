import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  CreateSourceRequest,
  KnowledgeSearchReply,
  KnowledgeSource,
  SourceDetails,
  SourcesReply,
  UpdateSourceRequest,
} from '#shared/api/knowledge.ts';
import { api, describeError, statusOf } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

const whileReadingMs = 1_500;

const sourcesPath = (expertId: string) => `/api/experts/${expertId}/sources`;
/** Below the expert's own key, because its budget and its hours change what is given. */
const sourcesKey = (expertId: string) => ['experts', expertId, 'sources'];

export const sourcesQuery = (expertId: string) =>
  queryOptions({
    queryKey: sourcesKey(expertId),
    queryFn: ({ signal }) => api.get<SourcesReply>(sourcesPath(expertId), signal),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.sources.some((source) => source.isReading) ? whileReadingMs : false,
  });

/** @param state a source that was read or published meanwhile is loaded anew. */
export const sourceQuery = (
  expertId: string,
  { id, state }: Pick<KnowledgeSource, 'id'> & { state: KnowledgeSource['state'] | undefined },
) =>
  queryOptions({
    queryKey: [...sourcesKey(expertId), id, state],
    queryFn: ({ signal }) => api.get<SourceDetails>(`${sourcesPath(expertId)}/${id}`, signal),
  });

/** Loaded each time, because another admin may have reworded it. */
export const editedQuery = (expertId: string, id: string) =>
  queryOptions({
    queryKey: [...sourcesKey(expertId), id, 'edited'],
    queryFn: ({ signal }) => api.get<SourceDetails>(`${sourcesPath(expertId)}/${id}`, signal),
    gcTime: 0,
  });

export const knowledgeSearchQuery = (expertId: string, question: string) =>
  queryOptions({
    queryKey: [...sourcesKey(expertId), 'search', question],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ q: question });
      const path = `/api/experts/${expertId}/knowledge/search?${query}`;
      return api.get<KnowledgeSearchReply>(path, signal);
    },
    enabled: question !== '',
  });

type Reply = { source: KnowledgeSource };

/** Also uploads: a file has a progress of its own, so it shows no toast. */
export function useRefreshSources(expertId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: sourcesKey(expertId) });
}

export function uploadSource(expertId: string, file: File): Promise<Reply> {
  const form = new FormData();
  form.append('file', file);
  return api.post<Reply>(sourcesPath(expertId), form);
}

/** Refused for what it is: the form shows why. */
export function isRefused(error: unknown): boolean {
  const status = statusOf(error);
  return status === 409 || status === 413 || status === 422;
}

const whatIsNext: Partial<Record<KnowledgeSource['state'], string>> = {
  reading: 'It is being read.',
  review: 'Look at what was read, then publish it.',
  live: 'It is live: the next question is answered with it.',
};

export function useAddSource(expertId: string) {
  const refresh = useRefreshSources(expertId);
  return useSingleMutation({
    mutationFn: (request: CreateSourceRequest) => api.post<Reply>(sourcesPath(expertId), request),
    onSuccess: ({ source }) => {
      const description = whatIsNext[source.state];
      toast({ title: 'Source added', ...(description && { description }) });
      return refresh();
    },
    onError: (error) => !isRefused(error) && showFailure('Failed to add the source', error),
  });
}

export const useSaveSource = (expertId: string, id: string) =>
  useSourceChange<UpdateSourceRequest>(
    expertId,
    { done: 'Source updated', failed: 'Failed to update the source' },
    (change) => api.patch<Reply>(`${sourcesPath(expertId)}/${id}`, change),
  );

export const usePublishSource = (expertId: string, id: string) =>
  useSourceChange(expertId, { done: 'Source published', failed: 'Failed to publish' }, () =>
    api.post<Reply>(`${sourcesPath(expertId)}/${id}/publish`),
  );

export const useRetireSource = (expertId: string, id: string) =>
  useSourceChange(expertId, { done: 'Source retired', failed: 'Failed to retire the source' }, () =>
    api.post<Reply>(`${sourcesPath(expertId)}/${id}/retire`),
  );

export const useReadAgain = (expertId: string, id: string) =>
  useSourceChange(
    expertId,
    { done: 'The source is being read again', failed: 'Failed to read it again' },
    () => api.post<Reply>(`${sourcesPath(expertId)}/${id}/read`),
  );

export const useDeleteSource = (expertId: string, id: string) =>
  useSourceChange(expertId, { done: 'Source deleted', failed: 'Failed to delete the source' }, () =>
    api.delete(`${sourcesPath(expertId)}/${id}`),
  );

function useSourceChange<Change = void>(
  expertId: string,
  titles: { done: string; failed: string },
  call: (change: Change) => Promise<unknown>,
) {
  const refresh = useRefreshSources(expertId);
  return useSingleMutation({
    mutationFn: call,
    onSuccess: () => {
      toast({ title: titles.done });
      return refresh();
    },
    onError: (error) => showFailure(titles.failed, error),
  });
}

function showFailure(title: string, error: unknown): void {
  toast({ title, description: describeError(error), variant: 'destructive' });
}
