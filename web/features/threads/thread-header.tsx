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
  const { expert } = thread;
  const name = personName(thread);
  const phone = phoneOf(thread);
  const who = isAdmin
    ? [name, phone === name ? null : phone, `with ${expert.displayName}`]
    : [`with ${expert.displayName}`, channelNames[expert.channel]];
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
        <p className="truncate text-muted text-sm">{who.filter(Boolean).join(' · ')}</p>
      </div>
      {trailing}
    </header>
  );
}
