import { useQueryClient } from '@tanstack/react-query';
import type { User } from '#shared/api/auth.ts';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { showUser } from '#web/session/current-user.ts';

/** The dialog shows a refusal. */
export function useConfirmEmail(onDone: () => void) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (code: string) => api.post<{ user: User }>('/api/auth/email/verify', { code }),
    onSuccess: ({ user }) => {
      showUser(queryClient, user);
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
