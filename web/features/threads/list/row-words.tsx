import type { Thread } from '#shared/api/threads.ts';
import { cn } from '#web/lib/cn.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { isFailureShown } from './row-marks.tsx';

/**
 * Why a text failed, if that is the row's state; else the person's last words where they wait for a person, else who
 * spoke last, and what.
 */
export function RowWords({ thread }: { thread: Thread }) {
  const { preview, expert, isUnread, failure } = thread;
  const me = useCurrentUser();
  if (failure?.reason && isFailureShown(thread)) {
    return <span className="min-w-0 flex-1 truncate text-danger">{failure.reason}</span>;
  }
  const speaker =
    preview?.by === 'ai'
      ? expert.displayName
      : preview?.by === 'team' && nameColleague(preview.author, me.id);
  return (
    <span
      dir="auto"
      className={cn('min-w-0 flex-1 truncate', isUnread ? 'font-medium' : 'text-muted')}
    >
      {speaker && <bdi>{speaker}: </bdi>}
      {preview?.text ?? 'No messages yet'}
    </span>
  );
}

function nameColleague(author: { id: string; name: string } | null, myId: string): string {
  if (!author) return 'Team';
  return author.id === myId ? 'You' : (author.name.split(' ')[0] ?? author.name);
}
