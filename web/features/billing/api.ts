import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { User } from '#shared/api/auth.ts';
import type {
  AdjustCreditsRequest,
  CheckoutReply,
  CheckoutRequest,
  CheckoutSessionReply,
  HistoryReply,
  PortalReply,
  ReceiptReply,
  SubscriptionReply,
} from '#shared/api/billing.ts';
import type { UnpaidThreads } from '#shared/api/unpaid.ts';
import type { PlanId } from '#shared/plans.ts';
import { api, describeError, UnusableReply } from '#web/lib/api-client.ts';
import { currentUserKey } from '#web/lib/query-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useExternalRedirect } from '#web/lib/use-external-redirect.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => api.get<SubscriptionReply>('/api/subscription', signal),
});

/** Keyed below the subscription: each payment and each answer changes both. */
export const unpaidThreadsQuery = queryOptions({
  queryKey: ['subscription', 'unpaid'],
  queryFn: ({ signal }) => api.get<UnpaidThreads>('/api/threads/unpaid', signal),
});

export function useAnswerUnpaid(threadId: string, onAnswering: () => void) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: () => api.post<{ answering: number }>(`/api/threads/${threadId}/answer-unpaid`),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['threads'] });
      onAnswering();
    },
    onError: (error) =>
      toast({
        title: 'Failed to get answers',
        description: describeError(error),
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: unpaidThreadsQuery.queryKey }),
  });
}

const entriesPerPage = 20;

/** Newest first. @param userId null: the signed-in person. */
export function historyQuery(userId: string | null) {
  const path = userId ? `/api/users/${userId}/credits` : '/api/subscription/history';
  return infiniteQueryOptions({
    queryKey: ['subscription', 'history', userId],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(entriesPerPage) });
      if (pageParam) query.set('cursor', pageParam);
      return api.get<HistoryReply>(`${path}?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.entries),
  });
}

/** @param userId null: the signed-in person. */
export function useReceipt(userId: string | null) {
  const path = userId ? `/api/users/${userId}/receipts` : '/api/subscription/receipts';
  return useSingleMutation({
    mutationFn: ({ entryId }: { entryId: string; tab: Window | null }) =>
      api.get<ReceiptReply>(`${path}/${entryId}`),
    onSuccess: ({ url }, { tab }) => {
      if (tab) tab.location.replace(url);
      else window.location.assign(url);
    },
    onError: (error, { tab }) => {
      tab?.close();
      toast({
        title: 'Failed to open the receipt',
        description: describeError(error),
        variant: 'destructive',
      });
    },
  });
}

/** Allowed only during the click. The page shown there must not reach this one. */
export function openTab(): Window | null {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  return tab;
}

/** Gives messages, or takes away some of those left. */
export function useAdjustCredits(userId: string) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: AdjustCreditsRequest) =>
      api.post<{ user: User }>(`/api/users/${userId}/credits`, body),
    onSuccess: ({ user }) => {
      const left = user.paidMessages - user.messageCount;
      toast({ title: 'Credits adjusted', description: `${left} left now.` });
      void queryClient.invalidateQueries({ queryKey: ['subscription', 'history', userId] });
      void queryClient.invalidateQueries({ queryKey: ['threads'] });
      void queryClient.invalidateQueries({ queryKey: ['people'] });
    },
  });
}

export function checkoutSessionQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['checkout-session', sessionId],
    queryFn: ({ signal }) =>
      api.get<CheckoutSessionReply>(`/api/stripe/session/${encodeURIComponent(sessionId)}`, signal),
  });
}

export function useCheckout() {
  const queryClient = useQueryClient();
  const { isRedirecting, redirectTo } = useExternalRedirect();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: async (body: CheckoutRequest) => {
      const path = '/api/subscription/create-checkout-session';
      const reply = await api.post<Partial<CheckoutReply>>(path, body);
      if (reply.success || reply.url) return reply;
      throw new UnusableReply('Invalid response from server');
    },
    onSuccess: ({ success, message, url }) => {
      if (success) toast({ title: 'Trial activated!', description: message });
      else if (url) redirectTo(url);
      void queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
      return queryClient.invalidateQueries({ queryKey: currentUserKey });
    },
    onError: (error) => {
      // What was refused may be for sale no longer, like a trial used in another tab.
      void queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
      toast({
        title: 'Payment failed',
        description: describeError(error, 'Failed to process payment'),
        variant: 'destructive',
      });
    },
  });
  return {
    isPaying: isPending || isRedirecting,
    pay: (plan: PlanId | null) => {
      if (plan) mutate({ plan });
    },
  };
}

export function useBillingPortal() {
  const { isRedirecting, redirectTo } = useExternalRedirect();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: async () => {
      const path = '/api/subscription/create-portal-session';
      const { url } = await api.post<Partial<PortalReply>>(path);
      if (url) return url;
      throw new UnusableReply('Failed to create billing portal session');
    },
    onSuccess: redirectTo,
    onError: (error) =>
      toast({
        title: 'Failed to open billing portal',
        description: describeError(error, 'Please try again later'),
        variant: 'destructive',
      }),
  });
  return { isOpening: isPending || isRedirecting, open: () => mutate() };
}
