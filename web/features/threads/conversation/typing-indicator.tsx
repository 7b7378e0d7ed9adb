import { useEffect, useState } from 'react';
import type { Message } from '#shared/api/messages.ts';
import type { Thread } from '#shared/api/threads.ts';
import { TypingDots } from '#web/components/typing-dots.tsx';
import { cn } from '#web/lib/cn.ts';

/** After this the answer may never come. */
const maxWaitMs = 90_000;

export function useIsAnswering(newest: Message | undefined): boolean {
  const isWaiting = newest?.isWaiting ?? false;
  const until = newest && isWaiting ? Date.parse(newest.createdAt) + maxWaitMs : 0;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const restMs = until - Date.now();
    if (restMs <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), restMs + 1);
    return () => clearTimeout(timer);
  }, [until]);
  return isWaiting && until > now;
}

export function TypingIndicator({ thread, isForStaff }: { thread: Thread; isForStaff: boolean }) {
  return (
    <div className={cn('flex flex-col pt-3', isForStaff ? 'items-end' : 'items-start pl-9')}>
      <TypingDots
        className={
          isForStaff
            ? 'rounded-br-speaker bg-bubble-ours text-bubble-ours-foreground'
            : 'rounded-bl-speaker bg-bubble-theirs text-muted'
        }
      />
      <p className="px-1.5 pt-1 text-muted text-sm leading-5">
        {thread.expert.displayName} is answering
      </p>
    </div>
  );
}
