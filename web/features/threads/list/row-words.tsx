import type { Thread } from '#shared/api/threads.ts';
import { cn } from '#web/lib/cn.ts';
import { useCurrentUser } from '#web/session/use-session.ts';

/** The person's last words where they wait for a person, else who spoke last, and what. */
export function RowWords({ thread }: { thread: Thread }) {
  const { preview, expert, isUnread } = thread;
  const me = useCurrentUser();
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
