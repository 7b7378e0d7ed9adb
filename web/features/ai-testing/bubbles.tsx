import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { TestMessage } from '#shared/api/ai-testing.ts';
import type { Expert } from '#shared/api/experts.ts';
import { AiDetails } from '#web/components/ai-details.tsx';
import { EvidenceView } from '#web/components/evidence/evidence-view.tsx';
import { MessageBody } from '#web/components/message-body.tsx';
import { Sources } from '#web/components/sources.tsx';
import { TypingDots } from '#web/components/typing-dots.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatDateTime, formatTime } from '#web/lib/format.ts';
import { hrefOfSource } from '#web/links/expert-link.ts';

type ExpertFace = Pick<Expert, 'id' | 'displayName' | 'imageUrl'>;

export function Bubbles({
  messages,
  pending,
  expert,
}: {
  messages: TestMessage[];
  /** Sent but unanswered. */
  pending: string | null;
  expert: ExpertFace;
}) {
  const scroller = useRef<HTMLElement>(null);
  const newestId = messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: both change when the list grows
  useLayoutEffect(() => {
    scroller.current?.scrollTo?.({ top: scroller.current.scrollHeight });
  }, [newestId, pending]);
  return (
    <section
      ref={scroller}
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to scroll by key
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 outline-offset-[-2px] sm:px-6"
    >
      <ol className="grid gap-3">
        {messages.map((message) => (
          <li key={message.id}>
            {message.role === 'user' ? (
              <Question body={message.body} details={<QuestionDetails message={message} />} />
            ) : (
              <Answer
                expert={expert}
                bubble={<AnswerBubble message={message} expert={expert} />}
                sources={<AnswerSources message={message} expertId={expert.id} />}
                details={<AnswerDetails message={message} />}
              />
            )}
          </li>
        ))}
        {pending !== null && (
          <>
            <li>
              <Question body={pending} details="Sending" />
            </li>
            <li>
              <Answer
                expert={expert}
                bubble={<TypingDots className="rounded-bl-speaker bg-bubble-theirs text-muted" />}
                details={`${expert.displayName} is answering`}
              />
            </li>
          </>
        )}
      </ol>
    </section>
  );
}

const detailsStyle = 'max-w-[min(36rem,85%)] px-1.5 pt-1 text-muted text-sm wrap-anywhere';

function Question({ body, details }: { body: string; details: ReactNode }) {
  return (
    <div className="flex flex-col items-end">
      <div className="max-w-[min(36rem,85%)] rounded-bubble rounded-br-speaker bg-bubble-ours px-3.5 py-2 text-bubble-ours-foreground selection:bg-white/30">
        <span className="sr-only">You: </span>
        <MessageBody body={body} />
      </div>
      <p className={cn(detailsStyle, 'text-right')}>{details}</p>
    </div>
  );
}

function Answer({
  expert,
  bubble,
  sources,
  details,
}: {
  expert: ExpertFace;
  bubble: ReactNode;
  sources?: ReactNode;
  details: ReactNode;
}) {
  return (
    <>
      <div className="flex items-end gap-2">
        <Avatar name={expert.displayName} imageUrl={expert.imageUrl} className="size-7" />
        <div className="flex min-w-0 flex-1 flex-col items-start">{bubble}</div>
      </div>
      <div className="flex flex-col items-start pl-9">
        {sources}
        <p className={detailsStyle}>{details}</p>
      </div>
    </>
  );
}

function AnswerSources({ message, expertId }: { message: TestMessage; expertId: string }) {
  const width = 'max-w-[min(36rem,85%)]';
  return (
    <>
      <Sources sources={message.sources} className={width} />
      <EvidenceView
        evidence={message.evidence}
        hrefOfSource={({ sourceId, words }) => hrefOfSource(expertId, sourceId, words)}
        className={width}
      />
    </>
  );
}

function AnswerBubble({ message, expert }: { message: TestMessage; expert: ExpertFace }) {
  return (
    <div
      className={cn(
        'max-w-[min(36rem,85%)] rounded-bubble rounded-bl-speaker px-3.5 py-2',
        // The fixed rejection is not the model's answer.
        message.aiMeta
          ? 'bg-bubble-theirs text-bubble-theirs-foreground'
          : 'border border-dashed text-muted',
      )}
    >
      <span className="sr-only">{expert.displayName}: </span>
      <MessageBody body={message.body} />
    </div>
  );
}

function Time({ timestamp }: { timestamp: string }) {
  return (
    <time dateTime={timestamp} title={formatDateTime(timestamp)}>
      {formatTime(timestamp)}
    </time>
  );
}

function QuestionDetails({ message }: { message: TestMessage }) {
  const { createdAt, verdict, isCrisis, mayBeCrisis } = message;
  return (
    <>
      <Time timestamp={createdAt} />
      {verdict && (
        <span className={cn(!verdict.isAllowed && 'text-accent')}>
          {' · '}
          {verdict.isAllowed ? 'Allowed' : 'Rejected'} by the validator: {verdict.reason}
        </span>
      )}
      {isCrisis && (
        <span className="text-danger">
          {' · '}Crisis: on the phone, a person would take over and the answer below would not be
          sent
        </span>
      )}
      {mayBeCrisis && (
        <span className="text-accent">
          {' · '}May be a crisis: on the phone, one line with a helpline would go along with the
          answer
        </span>
      )}
    </>
  );
}

function AnswerDetails({ message: { createdAt, aiMeta, evidence } }: { message: TestMessage }) {
  const fixed = evidence
    ? "No-answer text, sent instead of the model's answer"
    : 'Rejected message, sent without calling the model';
  return (
    <>
      <Time timestamp={createdAt} />
      {' · '}
      {aiMeta ? <AiDetails aiMeta={aiMeta} /> : fixed}
    </>
  );
}
