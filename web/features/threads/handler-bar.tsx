import type { ReactNode } from 'react';
import type { HandoverReason, Thread } from '#shared/api/threads.ts';
import { ElapsedTime } from '#web/components/relative-time.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatTime, formatTimeNear } from '#web/lib/format.ts';
import { useSingleKeys } from '#web/lib/single-keys.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { useReturnToAi, useTakeOver } from './desk-api.ts';

type Props = {
  thread: Thread;
  colleagues: ReactNode;
  /** Tools that don't depend on who answers. */
  children: ReactNode;
};

const barStyle =
  'flex shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t px-4 py-1.5 text-sm sm:px-6';
/** Aligns the first tool's words, not its edge, with the text. */
const toolsStyle = '-mx-2 flex flex-wrap gap-1 *:px-2';

export function HandlerBar(props: Props) {
  if (!props.thread.isCurrent) {
    return (
      <div data-keep-clear className={cn(barStyle, 'justify-end text-muted')}>
        {props.children}
      </div>
    );
  }
  return props.thread.handler === 'ai' ? <AiAnswers {...props} /> : <PersonAnswers {...props} />;
}

function AiAnswers({ thread, colleagues, children }: Props) {
  const me = useCurrentUser();
  return (
    <div data-keep-clear className={cn(barStyle, 'text-muted')}>
      <p>
        {[`${thread.expert.displayName} answers`, describeAssignee(thread, me.id)]
          .filter(Boolean)
          .join(' · ')}
        {colleagues}
      </p>
      <div className={toolsStyle}>
        {children}
        <TakeOverButton thread={thread} />
      </div>
    </div>
  );
}

function PersonAnswers({ thread, colleagues, children }: Props) {
  const give = useReturnToAi(thread);
  const held = thread.handover?.held.count ?? 0;
  const hasKeys = useSingleKeys().isOn;
  return (
    <div data-keep-clear className={cn(barStyle, 'border-t-accent bg-accent-soft text-accent')}>
      <p>
        <span role="status">{useDescription(thread, held)}</span>
        {thread.waitsSince && (
          <>
            {' · '}
            <span className="whitespace-nowrap">
              waits <ElapsedTime since={thread.waitsSince} />
            </span>
          </>
        )}
        {colleagues}
      </p>
      <div className={toolsStyle}>
        {children}
        {thread.assignee === null && <TakeOverButton thread={thread} />}
        {held > 1 && (
          <Button
            variant="ghost"
            size="small"
            disabled={give.isPending}
            onClick={() => give.mutate('all')}
          >
            Return, answer all {held}
          </Button>
        )}
        {held > 0 && (
          <Button
            variant="ghost"
            size="small"
            disabled={give.isPending}
            onClick={() => give.mutate('last')}
          >
            {held === 1 ? 'Return, answer it' : 'Return, answer the last'}
          </Button>
        )}
        <Button
          variant="ghost"
          size="small"
          aria-keyshortcuts={hasKeys ? 'Shift+T' : undefined}
          disabled={give.isPending}
          onClick={() => give.mutate('none')}
        >
          Return to AI
        </Button>
      </div>
    </div>
  );
}

function TakeOverButton({ thread }: { thread: Thread }) {
  const take = useTakeOver();
  return (
    <Button
      variant="ghost"
      size="small"
      aria-keyshortcuts={useSingleKeys().isOn ? 't' : undefined}
      disabled={take.isPending}
      onClick={() => take.mutate(thread.id)}
    >
      Take over
    </Button>
  );
}

function describeAssignee({ assignee }: Thread, myId: string): string | null {
  return assignee && `assigned to ${assignee.id === myId ? 'you' : assignee.name}`;
}

function useDescription({ handover, assignee, expert }: Thread, held: number): string {
  const me = useCurrentUser();
  const { at, because, aiReturnsAt = null } = handover ?? {};
  const why = because ? unansweredLabels(expert.displayName)[because] : null;
  const noOne = why ? `${why}: no one has answered yet` : 'No one has answered yet';
  const who =
    assignee === null
      ? noOne
      : `${assignee.id === me.id ? 'You answer' : `${assignee.name} answers`}`;
  const facts = [
    at && `since ${formatTimeNear(at)}`,
    aiReturnsAt && `${expert.displayName} returns ${describeReturn(aiReturnsAt)}`,
    held > 0 && `${held} held`,
  ];
  return [who, ...facts.filter(Boolean)].join(' · ');
}

/** at 4:44 PM, or on Nov 23, 4:44 PM: a crisis pauses the AI for a day. */
function describeReturn(at: string): string {
  const time = formatTimeNear(at);
  return time === formatTime(at) ? `at ${time}` : `on ${time}`;
}

const unansweredLabels = (expert: string): Record<HandoverReason, string | null> => ({
  taken: 'Taken over from the AI',
  wrote: 'A colleague wrote',
  asked: 'Asked for a person',
  failed: `${expert} failed twice`,
  // The note above says so.
  crisis: null,
  age: 'Too young for this service',
});
