import { FlaskConical, MessageCircle, SquarePen } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import type { TestConversation } from '#shared/api/ai-testing.ts';
import type { Expert } from '#shared/api/experts.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Bubbles } from './bubbles.tsx';
import { Composer } from './composer.tsx';
import { ConversationHistory } from './conversation-history.tsx';
import { type KnownProvider, ModelFacts } from './model-facts.tsx';
import { useAnnouncedAnswers } from './use-announced-answers.ts';
import { useTestConversation } from './use-test-conversation.ts';

type Props = { expert: Expert; provider: KnownProvider; onRetryProvider: () => void };

const workspaceStyle = 'flex min-h-0 flex-1 flex-col border-t lg:flex-row';
const paneStyle = 'flex min-w-0 shrink-0 flex-col lg:h-auto lg:flex-1';
// On a phone the conversation fits the screen.
const conversationStyle = `${paneStyle} h-[min(44rem,80dvh)]`;
// On a phone the empty page does not scroll.
const emptyStyle = `${paneStyle} h-[60dvh]`;

/** Keyed by the expert. */
export function TestWorkspace({ expert, provider, onRetryProvider }: Props) {
  const { id, displayName } = expert;
  const { conversation, pending, answer, send, open, restart } = useTestConversation(id);
  useAnnouncedAnswers(displayName, { pending, answer });
  const isNew = conversation.messages.length === 0 && pending === null;
  const pane = useRef<HTMLElement>(null);
  const startOver = () => {
    restart();
    // The focused button becomes disabled.
    pane.current?.querySelector('textarea')?.focus();
  };
  const openEarlier = (earlier: TestConversation) => {
    open(earlier);
    // On a phone the conversation is above the list.
    pane.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className={workspaceStyle}>
      <section ref={pane} aria-label={`Test of ${displayName}`} className={conversationStyle}>
        <ConversationHeader expert={expert} isNew={isNew} onRestart={startOver} />
        {isNew ? (
          <CenteredEmptyState
            icon={MessageCircle}
            title={`Write to ${displayName}`}
            description="You get the answer a person would get. No text is sent and no credit is spent."
          />
        ) : (
          <Bubbles messages={conversation.messages} pending={pending} expert={expert} />
        )}
        <Composer
          label={`Write to ${displayName}`}
          isAnswering={pending !== null}
          onSend={(message, onError) => {
            if (message !== '') send(message, onError);
            return message !== '';
          }}
        />
      </section>
      <aside
        aria-label="Model and history"
        className="grid shrink-0 grid-cols-1 content-start gap-5 border-t px-4 py-5 sm:px-6 lg:w-88 lg:overflow-y-auto lg:border-t-0 lg:border-l"
      >
        <ModelFacts provider={provider} onRetry={onRetryProvider} />
        <section aria-label="Test conversations" className="grid grid-cols-1 gap-3 border-t pt-4">
          <h2 className="font-semibold text-lg">Test conversations</h2>
          <ConversationHistory
            expertId={id}
            expertName={displayName}
            openId={conversation.id}
            onOpen={openEarlier}
          />
        </section>
      </aside>
    </div>
  );
}

function ConversationHeader({
  expert: { displayName, imageUrl, tagline, status },
  isNew,
  onRestart,
}: {
  expert: Expert;
  isNew: boolean;
  onRestart: () => void;
}) {
  return (
    <header className="flex min-h-16 shrink-0 items-center gap-3 border-b px-4 py-2 sm:px-6">
      <Avatar name={displayName} imageUrl={imageUrl} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold">{displayName}</h2>
        <p className="truncate text-muted text-sm">
          {status === 'PAUSED' ? 'Paused, but can be tested' : tagline}
        </p>
      </div>
      <Button
        variant="outline"
        disabled={isNew}
        title={isNew ? 'This conversation is still empty' : undefined}
        onClick={onRestart}
      >
        <SquarePen aria-hidden className="max-sm:hidden" />
        New conversation
      </Button>
    </header>
  );
}

function CenteredEmptyState(props: ComponentProps<typeof EmptyState>) {
  return (
    <div className="grid min-h-0 flex-1 content-center overflow-y-auto px-4">
      <EmptyState {...props} />
    </div>
  );
}

export function EmptyWorkspace({ onSend }: { onSend: () => void }) {
  return (
    <div className={workspaceStyle}>
      <section aria-label="Test" className={emptyStyle}>
        <CenteredEmptyState
          icon={FlaskConical}
          title="Choose an expert"
          description="Then write a text as a person would, and see how the expert answers."
        />
        <Composer
          label="Write a test message"
          isAnswering={false}
          onSend={() => {
            onSend();
            return false;
          }}
        />
      </section>
    </div>
  );
}

export function WorkspaceSkeleton() {
  return (
    <div className={workspaceStyle}>
      <div className={emptyStyle}>
        <div className="flex-1" />
        <div className="border-t px-4 py-3 sm:px-6">
          <Skeleton className="h-[calc(var(--control)+1rem+2px)] rounded-xl" />
        </div>
      </div>
    </div>
  );
}
