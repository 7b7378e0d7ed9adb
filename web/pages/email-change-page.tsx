import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { EmailChangeReply, EmailChangeRequest } from '#shared/api/email-change.ts';
import { Button } from '#web/components/ui/button.tsx';
import { api } from '#web/lib/api-client.ts';
import { currentUserKey } from '#web/lib/query-client.ts';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { toast } from '#web/lib/toast.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

type Answer = EmailChangeRequest['answer'];

const words: Record<
  Answer,
  { title: string; text: string; button: string; doneTitle: string; done: string }
> = {
  confirm: {
    title: 'Confirm your new email',
    text: 'From then on you sign in with it. Confirm it where you are signed in.',
    button: 'Confirm email',
    doneTitle: 'Your email is confirmed',
    done: 'You now sign in with',
  },
  object: {
    title: 'Stop the email change',
    text: 'Your old email stays. Every device is signed out, your phone number is removed, and you choose a new password.',
    button: 'Stop the change',
    doneTitle: 'The change was stopped',
    done: 'Choose a new password with "Forgot password?". Your email is',
  },
};

/** Answering takes a button, because mail scanners open links. */
export function EmailChangePage() {
  const link = useLinkInAddress();
  const answer = useAnswer();
  const { text, button, done, ...titles } = words[link?.answer ?? 'confirm'];
  const title = answer.data ? titles.doneTitle : titles.title;
  usePageTitle(title);
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-4 px-5 py-8">
      <h1 className="font-display font-semibold text-3xl">{title}</h1>
      {!link ? (
        <p>This link is incomplete. Please open it from the email again.</p>
      ) : answer.data ? (
        <>
          <p className="wrap-anywhere">
            {done} <strong>{answer.data.email}</strong>.
          </p>
          <Button asChild size="large" className="sm:justify-self-start">
            <Link href="/">Continue</Link>
          </Button>
        </>
      ) : (
        <>
          <p className="text-muted">{text}</p>
          <Button
            size="large"
            className="sm:justify-self-start"
            disabled={answer.isPending}
            onClick={() => answer.mutate(link)}
          >
            {answer.isPending ? 'Sending...' : button}
          </Button>
        </>
      )}
    </main>
  );
}

/** `#confirm=…` or `#object=…`: a fragment is never sent to the server. */
function useLinkInAddress(): EmailChangeRequest | null {
  const [link] = useState(() => {
    const found = /^#(confirm|object)=([\w-]+)$/.exec(window.location.hash);
    return found && { answer: found[1] as Answer, token: found[2] as string };
  });
  return link;
}

function useAnswer() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: EmailChangeRequest) =>
      api.post<EmailChangeReply>('/api/auth/email-change', body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserKey }),
    onError: (error) =>
      toast({
        title: 'Email change failed',
        description: describeRefusal(error),
        variant: 'destructive',
      }),
  });
}
