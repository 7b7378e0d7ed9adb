import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Link } from 'wouter';
import type { PhoneLoss, ProfileRequest, User } from '#shared/api/auth.ts';
import { Button } from '#web/components/ui/button.tsx';
import { api, describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';
import { showUser } from '#web/session/current-user.ts';
import { useCurrentUser } from '#web/session/use-session.ts';

const reasons: Record<PhoneLoss, string> = {
  claimed:
    'Another account has verified the phone number you entered, so it was removed from yours.',
  moved:
    'Your phone number has moved to another account, verified by a text from that phone. Your conversations stay here.',
};

export function PhoneLossNotice() {
  const { phoneLoss } = useCurrentUser();
  const close = useClose();
  if (!phoneLoss) return null;
  return (
    <section aria-label="Your phone number" className="shrink-0 bg-accent-soft text-accent">
      <div className="mx-auto flex max-w-5xl items-start gap-2 py-2 pr-1 pl-4 sm:pr-3">
        <p className="min-w-0 flex-1 py-2 text-sm">
          {reasons[phoneLoss]}{' '}
          <Link href="/user/settings" className="font-semibold underline underline-offset-2">
            Enter your number in Settings
          </Link>{' '}
          and connect again.
        </p>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Close this notice"
          className="size-11 shrink-0 text-accent"
          disabled={close.isPending}
          onClick={() => close.mutate(undefined)}
        >
          <X aria-hidden />
        </Button>
      </div>
    </section>
  );
}

function useClose() {
  const queryClient = useQueryClient();
  const body: ProfileRequest = { phoneLoss: null };
  return useSingleMutation({
    mutationFn: () => api.put<{ user: User }>('/api/auth/profile', body),
    onSuccess: ({ user }) => showUser(queryClient, user),
    onError: (error) =>
      toast({ title: 'Update failed', description: describeError(error), variant: 'destructive' }),
  });
}
