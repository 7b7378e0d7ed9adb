import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { CreateExpertRequest, Expert, UpdateExpertRequest } from '#shared/api/experts.ts';
import { api, currentOf, describeError, statusOf } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

export const expertsQuery = queryOptions({
  queryKey: ['experts', 'all'],
  queryFn: ({ signal }) => api.get<{ experts: Expert[] }>('/api/experts', signal),
});

export const expertQuery = (id: string) =>
  queryOptions({
    queryKey: ['experts', id],
    queryFn: ({ signal }) => api.get<{ expert: Expert }>(`/api/experts/${id}`, signal),
  });

export function useArchiveExpert({ id, displayName }: Expert) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (isArchived: boolean) =>
      api.put<{ expert: Expert }>(`/api/experts/${id}/archived`, { isArchived }),
    onSuccess: (reply, isArchived) => {
      toast({
        title: isArchived ? 'Expert archived' : 'Expert restored',
        ...(!isArchived && { description: `${displayName} is paused until you start it.` }),
      });
      queryClient.setQueryData(expertQuery(id).queryKey, reply);
      void queryClient.invalidateQueries({ queryKey: ['threads'] });
      return queryClient.invalidateQueries({ queryKey: ['experts'] });
    },
    onError: (error, isArchived) =>
      toast({
        title: isArchived ? 'Failed to archive expert' : 'Failed to restore expert',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}

export function describeLoadError(error: unknown): string {
  if (statusOf(error) === 403) return 'You need admin access to manage experts.';
  if (statusOf(error) === 401) return 'Please log in to access this page.';
  return 'An error occurred while loading experts. Please try again.';
}

type ExpertChange = {
  fields: CreateExpertRequest | UpdateExpertRequest;
  /** The state that was edited; null for a new expert. */
  base: Expert | null;
  /** Uploaded once the fields are saved. */
  image: File | null;
};

/**
 * The form shows an edit conflict.
 * @param onSaved called even if the form was closed meanwhile.
 */
export function useSaveExpert({ onSaved }: { onSaved: () => void }) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ fields, base, image }: ExpertChange) => {
      const isNew = base === null;
      const { expert } = await saveFields(fields, base);
      onSaved();
      toast({ title: isNew ? 'Expert created' : 'Expert updated' });
      const withImage = image && (await uploadImage(expert.id, image).catch(() => null));
      if (image && !withImage) showUploadError(isNew);
      return withImage?.expert ?? expert;
    },
    onSuccess: () => {
      // Conversations show their expert's name and image.
      void queryClient.invalidateQueries({ queryKey: ['threads'] });
      return queryClient.invalidateQueries({ queryKey: ['experts'] });
    },
    onError: (error, { base }) =>
      !currentOf(error) &&
      toast({
        title: base === null ? 'Failed to create expert' : 'Failed to update expert',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}

function saveFields(fields: ExpertChange['fields'], base: Expert | null) {
  return base === null
    ? api.post<{ expert: Expert }>('/api/experts', fields)
    : api.edit<{ expert: Expert }>(`/api/experts/${base.id}`, fields, base.revision);
}

function uploadImage(expertId: string, image: File) {
  const form = new FormData();
  form.append('image', image);
  return api.post<{ expert: Expert }>(`/api/experts/${expertId}/upload-image`, form);
}

function showUploadError(isNew: boolean): void {
  toast({
    title: 'Image upload failed',
    description: isNew
      ? 'Expert created but image upload failed. You can add an image later.'
      : 'Expert updated but image upload failed.',
    variant: 'destructive',
  });
}
