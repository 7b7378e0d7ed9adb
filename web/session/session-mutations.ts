import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { LoginRequest, RegisterRequest, SessionReply, User } from '#shared/api/auth.ts';
import type { ResetPasswordRequest } from '#shared/api/passwords.ts';
import type { PhonesReply } from '#shared/api/phones.ts';
import type { AcceptInvitationRequest } from '#shared/api/team.ts';
import { isStaff } from '#shared/roles.ts';
import { api, describeError, needOf, sendRequest } from '#web/lib/api-client.ts';
import { storeAuthToken } from '#web/lib/auth-token.ts';
import { currentUserKey } from '#web/lib/query-client.ts';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { useSiteName } from '#web/lib/site-name.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { showUser } from './current-user.ts';
import { deviceHeader } from './device-token.ts';
import { signOut } from './sign-out.ts';

async function beginSession(queryClient: QueryClient, { token, user }: SessionReply) {
  showUser(queryClient, user, token);
  storeAuthToken(token);
  await queryClient.invalidateQueries({ queryKey: currentUserKey });
}

export function useLogin() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: LoginRequest) =>
      api.post<SessionReply>('/api/auth/login', body, deviceHeader()),
    onSuccess: (reply) => {
      toast({ title: 'Welcome back!' });
      void beginSession(queryClient, reply);
    },
    // The form then asks for the code.
    onError: (error) =>
      needOf(error) !== 'code' &&
      toast({ title: 'Login failed', description: describeError(error), variant: 'destructive' }),
  });
}

export function useForgotPassword() {
  return useSingleMutation({
    // The code then works here, whatever others try.
    mutationFn: (email: string) => api.post('/api/auth/password/forgot', { email }, deviceHeader()),
    onError: (error) =>
      toast({
        title: 'Failed to send the code',
        description: describeError(error),
        variant: 'destructive',
      }),
  });
}

/** Unknown counts as yes. */
async function hasPhones({ token }: SessionReply): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  try {
    const response = await sendRequest('GET', '/api/auth/phones', { headers });
    return ((await response.json()) as PhonesReply).phones.length > 0;
  } catch {
    return true;
  }
}

function pathToPhones(user: User): string {
  const settings = isStaff(user) ? '/settings' : '/user/settings';
  return `/login?next=${encodeURIComponent(`${settings}?phones=check`)}`;
}

/** The dialog shows a refusal. */
export function useResetPassword() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return useSingleMutation({
    mutationFn: (body: ResetPasswordRequest) =>
      api.post<SessionReply>('/api/auth/password/reset', body, deviceHeader()),
    onSuccess: async (reply) => {
      toast({ title: 'Password changed', description: 'Every other device is signed out.' });
      // A thief's phone may still be attached.
      if (await hasPhones(reply)) navigate(pathToPhones(reply.user), { replace: true });
      void beginSession(queryClient, reply);
    },
    onError: (error) =>
      toast({
        title: 'Password change failed',
        description: describeRefusal(error),
        variant: 'destructive',
      }),
  });
}

/** The form shows a refusal. */
export function useAcceptInvitation() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: AcceptInvitationRequest) =>
      api.post<SessionReply>('/api/invitations/accept', body, deviceHeader()),
    onSuccess: (reply) => {
      // Nothing of an earlier sign-in may remain.
      queryClient.clear();
      toast({ title: 'Welcome!' });
      void beginSession(queryClient, reply);
    },
  });
}

export function useRegister() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const siteName = useSiteName();
  return useSingleMutation({
    mutationFn: (body: RegisterRequest) =>
      api.post<SessionReply>('/api/auth/register', body, deviceHeader()),
    onSuccess: (reply, { subscriptionPlan }) => {
      if (reply.checkoutUrl) {
        // The account exists: the person returns from the payment page signed in.
        storeAuthToken(reply.token);
        window.location.assign(reply.checkoutUrl);
        return;
      }
      toast({
        title: `Welcome to ${siteName}!`,
        description:
          subscriptionPlan === 'trial'
            ? 'Pick an expert and send your first text.'
            : 'The payment page could not be opened. Please choose your plan under Subscription.',
      });
      // A new account begins with the experts, whatever URL led here.
      navigate('/login', { replace: true });
      void beginSession(queryClient, reply);
    },
    onError: (error) =>
      toast({
        title: 'Registration failed',
        description: describeRefusal(error),
        variant: 'destructive',
      }),
  });
}

export function useLogout() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  return useSingleMutation({
    mutationFn: () => api.post('/api/auth/logout'),
    onSuccess: () => {
      // First, so that the next login does not return to this page.
      navigate('/login', { replace: true });
      signOut(queryClient);
      toast({ title: 'Logged out' });
    },
    onError: (error) =>
      toast({ title: 'Logout failed', description: describeError(error), variant: 'destructive' }),
  });
}
