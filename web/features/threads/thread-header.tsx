import type { ReactNode } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { channelNames } from '#shared/channels.ts';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { faceOf, personName, phoneOf } from './person.ts';
import { ThreadTitle } from './thread-title.tsx';

/** Users see whom they write to, admins who writes. */
export function ThreadHeader({
  thread,
  isAdmin,
  leading,
  trailing,
}: {
  thread: Thread;
  isAdmin: boolean;
  leading?: ReactNode;
  trailing?: ReactNode;
}) {
  const { title, expert } = thread;
  const withExpert = title === expert.displayName ? null : `with ${expert.displayName}`;
  const who = isAdmin
    ? [personName(thread), phoneOf(thread), withExpert]
    : [withExpert, channelNames[expert.channel]];
  // An unnamed thread is called after them, an unnamed person after their number.
  const subtitle = new Set(who.filter((words) => words && words !== title));
  return (
    <header className="flex min-h-16 shrink-0 items-center gap-3 border-b px-4 py-2 sm:px-6">
      {leading}
      {isAdmin ? (
        <Avatar name={faceOf(thread)} />
      ) : (
        <Avatar name={expert.displayName} imageUrl={expert.imageUrl} />
      )}
      <div className="min-w-0 flex-1">
        <ThreadTitle thread={thread} level={isAdmin ? 2 : 1} />
        <p className="truncate text-muted text-sm">{[...subtitle].join(' · ')}</p>
      </div>
      {trailing}
    </header>
  );
}
