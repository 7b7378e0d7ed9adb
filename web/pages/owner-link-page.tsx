import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { api } from '#web/lib/api-client.ts';
import { currentUserKey } from '#web/lib/query-client.ts';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { toast } from '#web/lib/toast.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useSingleMutation } from '#web/lib/use-single-mutation.ts';

type Words = {
  path: '/api/auth/lock' | '/api/auth/device';
  title: string;
  text: string;
  button: string;
  doneTitle: string;
  failure: string;
};

/** Takes a button, because mail scanners and phones open links. */
export function OwnerLinkPage<Reply>({
  words,
  done,
}: {
  words: Words;
  done: (reply: Reply) => ReactNode;
}) {
  const token = useTokenInAddress();
  const act = useAct<Reply>(words);
  const title = act.data ? words.doneTitle : words.title;
  usePageTitle(title);
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-4 px-5 py-8">
      <h1 className="font-display font-semibold text-3xl">{title}</h1>
      {!token ? (
        <p>This link is incomplete. Please open it from the message again.</p>
      ) : act.data ? (
        done(act.data)
      ) : (
        <>
          <p className="text-muted">{words.text}</p>
          <Button
            size="large"
            className="sm:justify-self-start"
            disabled={act.isPending}
            onClick={() => act.mutate(token)}
          >
            {act.isPending ? 'Sending...' : words.button}
          </Button>
        </>
      )}
    </main>
  );
}

/** A fragment is never sent to the server. */
function useTokenInAddress(): string | null {
  const [token] = useState(() => /^#([0-9a-f]{32})$/.exec(window.location.hash)?.[1] ?? null);
  return token;
}

function useAct<Reply>({ path, failure }: Words) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (token: string) => api.post<Reply>(path, { token }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserKey }),
    onError: (error) =>
      toast({ title: failure, description: describeRefusal(error), variant: 'destructive' }),
  });
}
