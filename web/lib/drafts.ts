import { useQueryClient } from '@tanstack/react-query';

/**
 * What someone has written and not yet sent or saved, so that closing by accident loses nothing. It lives in the
 * query cache because that is emptied when the person signs out, and never on disk.
 */
export function useDraft<Draft>(name: string) {
  const queryClient = useQueryClient();
  const queryKey = ['drafts', name];
  return {
    read: () => queryClient.getQueryData<Draft>(queryKey),
    keep: (draft: Draft) => {
      queryClient.setQueryDefaults(['drafts'], { gcTime: Number.POSITIVE_INFINITY });
      queryClient.setQueryData<Draft>(queryKey, draft);
    },
    forget: () => queryClient.removeQueries({ queryKey, exact: true }),
  };
}
