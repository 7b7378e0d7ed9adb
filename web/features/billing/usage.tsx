import type { User } from '#shared/api/auth.ts';
import { CreditsBar } from '#web/components/credits-bar.tsx';
import { formatDate } from '#web/lib/format.ts';
import { isSubscribed } from '#web/session/credits.ts';

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
  return (
    <div>
      <p>
        {messageCount} of {paidMessages} messages used
      </p>
      <CreditsBar used={messageCount} granted={paidMessages} />
    </div>
  );
}
