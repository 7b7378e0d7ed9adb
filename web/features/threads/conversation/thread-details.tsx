import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { aiProviderNames } from '#shared/ai-providers.ts';
import type { Thread } from '#shared/api/threads.ts';
import { channelNames } from '#shared/channels.ts';
import { CreditsBar } from '#web/components/credits-bar.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { statusOf } from '#web/lib/api-client.ts';
import { formatDate } from '#web/lib/format.ts';
import { hrefOfExpert } from '#web/links/expert-link.ts';
import { hrefOfPerson } from '#web/links/person-link.ts';
import { isSubscribed } from '#web/session/credits.ts';
import { useIsAdmin } from '#web/session/roles.ts';
import { avatarNameOf, describePerson, findPhone } from '../known/describe-person.ts';
import { messagesQuery } from '../known/messages-api.ts';
import { LabelField } from '../labels/label-field.tsx';
import { OptOutBadge } from '../list/thread-badges.tsx';
import { AssigneeField } from '../takeover/assignee-field.tsx';
import { MinorField } from '../takeover/minor-field.tsx';

type Person = NonNullable<Thread['person']>;
type Props = {
  threadId: string;
  renderCredits?: ((person: Person) => ReactNode) | undefined;
};

export function ThreadDetails({ threadId, renderCredits }: Props) {
  const { data, error, isError } = useQuery(messagesQuery(threadId));
  if (data && statusOf(error) !== 404)
    return <Details thread={data.thread} renderCredits={renderCredits} />;
  // The error is shown in place of the messages.
  if (isError) return null;
  return (
    <div className="grid justify-items-center gap-3 p-5">
      <Skeleton className="size-18 rounded-full" />
      <Skeleton className="h-5 w-28" />
      <Skeleton className="h-4 w-40" />
    </div>
  );
}

function Details({ thread, renderCredits }: Pick<Props, 'renderCredits'> & { thread: Thread }) {
  const { expert, person, messageCount } = thread;
  const isAdmin = useIsAdmin();
  return (
    <div className="grid grid-cols-1 gap-5 p-5">
      <Who thread={thread} />
      <dl className="grid grid-cols-1 gap-4">
        <Entry term="Assigned to">
          <AssigneeField thread={thread} />
        </Entry>
        <Entry term="Labels">
          <LabelField thread={thread} />
        </Entry>
        {thread.minorSince && (
          <Entry term="Under 18">
            <MinorField thread={thread} since={thread.minorSince} />
          </Entry>
        )}
        {person && <Plan person={person} actions={renderCredits?.(person)} />}
        <Entry term="Expert">
          <span className="flex items-center gap-2.5">
            <Avatar name={expert.displayName} imageUrl={expert.imageUrl} className="size-7" />
            {isAdmin ? (
              <Link
                href={hrefOfExpert(expert.id)}
                className="min-w-0 rounded-xs underline-offset-4 wrap-anywhere hover:underline"
              >
                <bdi>{expert.displayName}</bdi>
              </Link>
            ) : (
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {expert.displayName}
              </span>
            )}
          </span>
        </Entry>
        <Entry term="Channel">
          <span className="flex flex-wrap items-center gap-2">
            {channelNames[expert.channel]}
            <OptOutBadge thread={thread} />
          </span>
        </Entry>
        {expert.provider && (
          <Entry term="AI provider">
            {expert.provider.displayName}
            {expert.provider.displayName !== aiProviderNames[expert.provider.key] && (
              <span className="block font-normal text-muted">
                {aiProviderNames[expert.provider.key]}
              </span>
            )}
          </Entry>
        )}
        <Entry term="Messages">{messageCount.toLocaleString('en-US')}</Entry>
      </dl>
    </div>
  );
}

function Who({ thread }: { thread: Thread }) {
  const name = describePerson(thread);
  const phone = findPhone(thread);
  return (
    <div className="grid justify-items-center gap-0.5 text-center">
      <Avatar name={avatarNameOf(thread)} className="mb-2 size-18" />
      <h2 className="font-semibold text-lg leading-tight wrap-anywhere">
        <Link
          href={hrefOfPerson(thread.person?.id ?? thread.id)}
          dir="auto"
          className="rounded-xs underline-offset-4 hover:underline"
        >
          {name}
        </Link>
      </h2>
      {thread.person && <p className="text-muted text-sm wrap-anywhere">{thread.person.email}</p>}
      {thread.person ? (
        <p className="text-muted text-sm">
          {phone ?? channelNames[thread.expert.channel]} · verified
        </p>
      ) : (
        <>
          <p className="text-muted text-sm">Not verified yet</p>
          <p className="pt-2 text-muted text-sm">
            {phone
              ? 'No account has verified this number yet, so it gets an invitation instead of answers.'
              : 'No account is connected with them yet, so they get an invitation instead of answers.'}
          </p>
        </>
      )}
    </div>
  );
}

function Plan({ person, actions }: { person: Person; actions: ReactNode }) {
  const { messageCount, paidMessages, subExpiration } = person;
  return (
    <>
      <Entry term="Credits">
        <p>
          {messageCount.toLocaleString('en-US')} of {paidMessages.toLocaleString('en-US')} used
        </p>
        <CreditsBar used={messageCount} granted={paidMessages} />
        {actions}
      </Entry>
      {subExpiration && (
        <Entry term="Plan">
          {isSubscribed(person) ? 'Unlimited until' : 'Subscription ended'}{' '}
          {formatDate(subExpiration)}
        </Entry>
      )}
    </>
  );
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="pt-0.5 font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
