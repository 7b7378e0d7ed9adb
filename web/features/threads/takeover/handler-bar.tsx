import { type ReactNode, useEffect, useState } from 'react';
import type { HandoverReason, HeldAnswer, Thread } from '#shared/api/threads.ts';
import { ElapsedTime } from '#web/components/relative-time.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useSingleKeys } from '#web/keys/single-keys.ts';
import { useAnnounced } from '#web/lib/announce.ts';
import { cn } from '#web/lib/cn.ts';
import { formatTime, formatTimeNear } from '#web/lib/format.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { unlessInCrisis } from '../crisis/end-crisis.ts';
import { useFalseAlarm, useReturnToAi, useTakeOver } from './takeover-api.ts';

type Props = {
  thread: Thread;
  isSettled: boolean;
  colleagues: ReactNode;
  /** Tools that don't depend on who answers. */
  children: ReactNode;
};

const barStyle =
  'flex shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t px-4 py-1.5 text-sm sm:px-6';
/** Aligns the first tool's words, not its edge, with the text. */
const toolsStyle = '-mx-2 flex flex-wrap gap-1 *:px-2';

/** Of a double click, the second must not undo the first: other buttons are now under the pointer. */
const settleMs = 1_000;

/** In a crisis a person is awaited already: taking over changes the assignee alone. */
export function useIsSettled({ handler, assignee }: Thread): boolean {
  const who = `${handler} ${assignee?.id}`;
  const [settled, setSettled] = useState(who);
  useEffect(() => {
    if (settled === who) return;
    const timer = setTimeout(() => setSettled(who), settleMs);
    return () => clearTimeout(timer);
  }, [settled, who]);
  return settled === who;
}

export function HandlerBar({ thread, ...props }: Omit<Props, 'isSettled'>) {
  const isSettled = useIsSettled(thread);
  const me = useCurrentUser();
  useAnnounced(describeHandler(thread, me.id));
  const settling = { ...props, thread, isSettled };
  if (!thread.isCurrent) {
    return (
      <div data-keep-clear data-focus-to="write" className={cn(barStyle, 'justify-end text-muted')}>
        {props.children}
      </div>
    );
  }
  return thread.handler === 'ai' ? <AiAnswers {...settling} /> : <PersonAnswers {...settling} />;
}

function AiAnswers({ thread, isSettled, colleagues, children }: Props) {
  const me = useCurrentUser();
  return (
    <div data-keep-clear data-focus-to="write" className={cn(barStyle, 'text-muted')}>
      <p>
        {[`${thread.expert.displayName} answers`, describeAssignee(thread, me.id)]
          .filter(Boolean)
          .join(' · ')}
        {colleagues}
      </p>
      <div className={toolsStyle}>
        {children}
        <FalseAlarmButton thread={thread} isSettled={isSettled} />
        <TakeOverButton thread={thread} isSettled={isSettled} />
      </div>
    </div>
  );
}

function PersonAnswers({ thread, isSettled, colleagues, children }: Props) {
  const give = useReturnToAi(thread);
  const held = thread.handover?.held.count ?? 0;
  const hasKeys = useSingleKeys().isOn;
  const returnButton = (label: string, answer: HeldAnswer) => (
    <Button
      variant="ghost"
      size="small"
      aria-keyshortcuts={hasKeys && answer === 'all' ? 'Shift+T' : undefined}
      disabled={give.isPending || !isSettled}
      onClick={() => unlessInCrisis(thread, 'return', () => give.mutate(answer))}
    >
      {label}
    </Button>
  );
  return (
    <div
      data-keep-clear
      data-focus-to="write"
      className={cn(barStyle, 'border-t-accent bg-accent-soft text-accent')}
    >
      <p>
        {useDescription(thread, held)}
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
        <FalseAlarmButton thread={thread} isSettled={isSettled} />
        {held > 1 && returnButton('Return, answer the last', 'last')}
        {held > 0 && returnButton('Return without answering', 'none')}
        {returnButton('Return to AI', 'all')}
        {/* Last, so that no button moves to its place where they begin at the left. */}
        {thread.assignee === null && <TakeOverButton thread={thread} isSettled={isSettled} />}
      </div>
    </div>
  );
}

type ButtonProps = Pick<Props, 'thread' | 'isSettled'>;

/** Also gives the conversation back to the AI. */
function FalseAlarmButton({ thread, isSettled }: ButtonProps) {
  const end = useFalseAlarm(thread);
  if (thread.riskAt === null && thread.concernAt === null) return null;
  return (
    <Button
      variant="ghost"
      size="small"
      disabled={end.isPending || !isSettled}
      onClick={() => end.mutate()}
    >
      False alarm
    </Button>
  );
}

function TakeOverButton({ thread, isSettled }: ButtonProps) {
  const take = useTakeOver();
  return (
    <Button
      variant="ghost"
      size="small"
      aria-keyshortcuts={useSingleKeys().isOn ? 't' : undefined}
      disabled={take.isPending || !isSettled}
      onClick={() => take.mutate(thread.id)}
    >
      Take over
    </Button>
  );
}

function describeAssignee({ assignee }: Thread, myId: string): string | null {
  return assignee && `assigned to ${assignee.id === myId ? 'you' : assignee.name}`;
}

function describeHandler({ handler, assignee, expert }: Thread, myId: string): string {
  if (handler === 'ai') return `Answered by ${expert.displayName}`;
  if (assignee === null) return 'Waits for a person';
  return `Answered by ${assignee.id === myId ? 'you' : assignee.name}`;
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
