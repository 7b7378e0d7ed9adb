import { useMutation } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { TestDraftRequest, TestMessage } from '#shared/api/ai-testing.ts';
import type { Expert } from '#shared/api/experts.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { toast } from '#web/lib/toast.ts';
import { testDraft } from './api.ts';
import { Bubbles } from './bubbles.tsx';
import { Composer } from './composer.tsx';
import { selectHistory } from './model-history.ts';
import { useAnnouncedAnswers } from './use-announced-answers.ts';

/** Answers with the unsaved form. Nothing is stored. */
export function DraftPhone({
  expert,
  getDraft,
}: {
  expert: Expert;
  getDraft: () => TestDraftRequest['draft'];
}) {
  const { id: expertId, displayName } = expert;
  const [messages, setMessages] = useState<TestMessage[]>([]);
  const send = useMutation({
    mutationFn: (message: string) => {
      const conversationHistory = selectHistory(messages);
      return testDraft({ expertId, message, conversationHistory, draft: getDraft() });
    },
    onSuccess: ({ userMessage, assistantMessage }) =>
      setMessages((shown) => [...shown, userMessage, assistantMessage]),
    onError: (error) =>
      toast({
        title: 'Failed to send message',
        description: describeError(error, 'There was an error sending your message.'),
        variant: 'destructive',
      }),
  });
  const pending = send.isPending ? send.variables : null;
  useAnnouncedAnswers(displayName, { pending, answer: send.data?.assistantMessage });
  const isEmpty = messages.length === 0 && pending === null;
  return (
    <section
      aria-label={`Try ${displayName}`}
      className="flex h-[min(40rem,75dvh)] flex-col overflow-hidden rounded-card border bg-surface"
    >
      <header className="flex shrink-0 items-center gap-2 border-b py-2 pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">Try it</h2>
          <p className="text-muted text-sm">Answers as typed here, saved or not.</p>
        </div>
        <Tooltip text="Start over">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Start over"
            disabled={isEmpty || pending !== null}
            onClick={() => setMessages([])}
          >
            <RotateCcw aria-hidden />
          </Button>
        </Tooltip>
      </header>
      {isEmpty ? (
        <p className="m-auto max-w-60 p-4 text-center text-muted">
          Write as a person would. No text is sent, no credit is spent, and nothing is stored.
        </p>
      ) : (
        <Bubbles messages={messages} pending={pending} expert={expert} />
      )}
      <Composer
        label={`Write to ${displayName}`}
        isAnswering={pending !== null}
        onSend={(message, onError) => {
          if (message !== '') send.mutate(message, { onError });
          return message !== '';
        }}
      />
    </section>
  );
}
