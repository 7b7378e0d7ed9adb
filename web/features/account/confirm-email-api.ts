import { useQueryClient } from '@tanstack/react-query';
import type { User } from '#shared/api/auth.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { readAuthToken } from '#web/lib/auth-token.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { currentUserQuery } from '#web/session/current-user.ts';

/** The dialog shows a refusal. */
export function useConfirmEmail(onDone: () => void) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (code: string) => api.post<{ user: User }>('/api/auth/email/verify', { code }),
    onSuccess: (reply) => {
      queryClient.setQueryData(currentUserQuery(readAuthToken()).queryKey, reply);
      toast({ title: 'Email confirmed' });
      onDone();
    },
  });
}

export function useSendEmailCode(email: string) {
  return useSingleMutation({
    mutationFn: () => api.post('/api/auth/email/code'),
    onSuccess: () => toast({ title: 'Code sent', description: `Look in the mailbox of ${email}.` }),
    onError: (error) =>
      toast({
        title: 'Failed to send the code',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}
