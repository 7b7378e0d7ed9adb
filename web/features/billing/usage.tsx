import type { User } from '#shared/api/auth.ts';
import { formatDate } from '#web/lib/format.ts';
import { isSubscribed } from '#web/session/credits.ts';

/** Until when messages are unlimited, or how many of them are used. */
export function Usage({ user }: { user: User }) {
  const { subExpiration } = user;
  if (!subExpiration) return <MessagesUsed user={user} />;
  if (isSubscribed(user)) return <p>Unlimited messages until {formatDate(subExpiration)}</p>;
  return (
    <div className="grid gap-2">
      <p>Unlimited messages ended on {formatDate(subExpiration)}</p>
      <MessagesUsed user={user} />
    </div>
  );
}

function MessagesUsed({ user: { messageCount, paidMessages } }: { user: User }) {
  const share = paidMessages > 0 ? Math.min(messageCount / paidMessages, 1) : 1;
  return (
    <div className="grid gap-2">
      <p>
        {messageCount} of {paidMessages} messages used
      </p>
      <div aria-hidden className="h-1 overflow-hidden rounded-full bg-secondary-soft">
        <div
          className="h-full rounded-full bg-current text-primary"
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
