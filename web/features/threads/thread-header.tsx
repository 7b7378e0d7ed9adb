import type { ReactNode } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { channelNames } from '#shared/channels.ts';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { avatarNameOf, describePerson, findPhone } from './describe-person.ts';
import { ThreadTitle } from './thread-title.tsx';

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
  const parts = isAdmin
    ? [describePerson(thread), findPhone(thread), withExpert]
    : [withExpert, channelNames[expert.channel]];
  // The title may be the expert's name or the person's number already.
  const subtitle = new Set(parts.filter((part) => part && part !== title));
  return (
    <header className="flex min-h-16 shrink-0 items-center gap-3 border-b px-4 py-2 sm:px-6">
      {leading}
      {isAdmin ? (
        <Avatar name={avatarNameOf(thread)} />
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
