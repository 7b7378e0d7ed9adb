import { Copy, MessageCircle, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { PublicExpert } from '#shared/api/experts.ts';
import { channelNames } from '#shared/channels.ts';
import { copyText } from '#web/components/copy-button.tsx';
import { cn } from '#web/lib/cn.ts';
import { useTypedDraft } from '#web/lib/drafts.ts';
import { composerDraftOf } from '#web/links/composer-draft.ts';
import { ChatLink } from './chat-link.tsx';

const questionStyle =
  'flex min-h-11 w-full items-center gap-3 rounded-bubble rounded-br-speaker border bg-surface px-4 py-2 text-left transition-colors duration-150 hover:bg-sunken [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted';

export function SampleQuestions({ expert }: { expert: PublicExpert }) {
  const { displayName, channel, sampleQuestions, connection, threadId } = expert;
  if (sampleQuestions.length === 0) return null;
  const isConnected = connection === 'active';
  const writesHere = isConnected && threadId !== null;
  return (
    <section className="grid grid-cols-1 gap-3">
      <div>
        <h2 className="font-semibold text-lg wrap-anywhere">
          Ask <bdi>{displayName}</bdi>, for example
        </h2>
        <p className="text-muted text-sm">
          <span className="md:hidden">A tap opens {channelNames[channel]} with the question.</span>
          <span className="max-md:hidden">
            {writesHere
              ? 'A click writes the question into your conversation.'
              : 'A click copies the question.'}
          </span>
          {!isConnected && ' Connect first, so that your phone is known.'}
        </p>
      </div>
      <ul className="grid gap-2">
        {sampleQuestions.map(({ text, link }) => (
          <li key={text}>
            {link && (
              <ChatLink href={link} className={cn(questionStyle, 'md:hidden')}>
                <MessageCircle aria-hidden />
                <QuestionText>{text}</QuestionText>
              </ChatLink>
            )}
            <DeskQuestion
              text={text}
              threadId={writesHere ? threadId : null}
              className={link ? 'max-md:hidden' : ''}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DeskQuestion({
  text,
  threadId,
  className,
}: {
  text: string;
  threadId: string | null;
  className: string;
}) {
  const [, navigate] = useLocation();
  const draft = useTypedDraft(composerDraftOf(threadId ?? ''));
  const writeHere = () => {
    const typed = draft.read() ?? '';
    // Keeps what was typed already.
    if (!typed.includes(text)) draft.save([typed.trim(), text].filter(Boolean).join('\n'));
    navigate(`/threads/${threadId}`);
  };
  return (
    <button
      type="button"
      className={cn(questionStyle, className)}
      onClick={() => (threadId ? writeHere() : copyText(text, 'Question copied'))}
    >
      {threadId ? <PenLine aria-hidden /> : <Copy aria-hidden />}
      <QuestionText>{text}</QuestionText>
    </button>
  );
}

function QuestionText({ children }: { children: ReactNode }) {
  return (
    <span dir="auto" className="min-w-0 flex-1 text-start wrap-anywhere">
      {children}
    </span>
  );
}
