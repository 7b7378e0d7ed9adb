import { useQueryClient } from '@tanstack/react-query';
import type { ProfileReply } from '#shared/api/auth.ts';
import type { ChangePasswordRequest } from '#shared/api/passwords.ts';
import { api } from '#web/lib/api-client.ts';
import { storeAuthToken } from '#web/lib/auth-token.ts';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { showUser } from '#web/session/current-user.ts';
import { useCurrentUser } from '#web/session/use-session.ts';

const failWith = (title: string) => (error: Error) =>
  toast({ title, description: describeRefusal(error), variant: 'destructive' });

export function useChangePassword() {
  const queryClient = useQueryClient();
  const user = useCurrentUser();
  return useSingleMutation({
    mutationFn: (body: ChangePasswordRequest) =>
      api.put<{ token: string }>('/api/auth/password', body),
    onSuccess: ({ token }) => {
      showUser(queryClient, user, token);
      storeAuthToken(token);
      toast({ title: 'Password changed', description: 'Every other device is signed out.' });
    },
    onError: failWith('Password change failed'),
  });
}

export function useChangeEmail() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: { email: string; currentPassword: string }) =>
      api.put<ProfileReply>('/api/auth/profile', body),
    onSuccess: ({ user, emailToConfirm }) => {
      showUser(queryClient, user);
      toast(
        emailToConfirm
          ? { title: 'Confirm your new email', description: `We sent a link to ${emailToConfirm}.` }
          : { title: 'Email changed' },
      );
    },
    onError: failWith('Email change failed'),
  });
}
