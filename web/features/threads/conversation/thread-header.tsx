import { Fragment, type ReactNode } from 'react';
import type { Thread } from '#shared/api/threads.ts';
import { channelNames } from '#shared/channels.ts';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { avatarNameOf, describePerson, findPhone } from '../known/describe-person.ts';
import { ThreadTitle } from './thread-title.tsx';

/** With large text on a phone, the title needs the room. */
const faceStyle = '@max-xs:hidden';

export function ThreadHeader({
  thread,
  isForStaff,
  leading,
  trailing,
}: {
  thread: Thread;
  isForStaff: boolean;
  leading?: ReactNode;
  trailing?: ReactNode;
}) {
  const { title, expert } = thread;
  const withExpert = title === expert.displayName ? null : `with ${expert.displayName}`;
  const parts = isForStaff
    ? [describePerson(thread), findPhone(thread), withExpert]
    : [withExpert, channelNames[expert.channel]];
  // The title may repeat one.
  const subtitle = new Set(parts.filter((part) => part && part !== title));
  return (
    <header data-toasts-below className="@container shrink-0 border-b">
      <div className="flex min-h-16 items-center gap-3 px-4 py-2 sm:px-6">
        {leading}
        {isForStaff ? (
          <Avatar name={avatarNameOf(thread)} className={faceStyle} />
        ) : (
          <Avatar name={expert.displayName} imageUrl={expert.imageUrl} className={faceStyle} />
        )}
        <div className="min-w-0 flex-1">
          <ThreadTitle thread={thread} level={isForStaff ? 2 : 1} />
          <p className="@max-xs:whitespace-normal truncate text-muted text-sm @max-xs:wrap-anywhere">
            {[...subtitle].map((part, index) => (
              <Fragment key={part}>
                {index > 0 && ' · '}
                <bdi>{part}</bdi>
              </Fragment>
            ))}
          </p>
        </div>
        {trailing}
      </div>
    </header>
  );
}
