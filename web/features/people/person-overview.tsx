import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Person, PersonDetails } from '#shared/api/people.ts';
import { channelNames } from '#shared/channels.ts';
import { CreditsBar } from '#web/components/credits-bar.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { formatDate } from '#web/lib/format.ts';
import { useIsAdmin } from '#web/session/roles.ts';
import { useExportPerson } from './api.ts';
import { DeletePersonDialog } from './delete-person-dialog.tsx';
import { countLeft, describePlan, findNumber, isOnTeam, nameOf } from './describe.ts';
import { Fact, PanelSection } from './panel-section.tsx';

export function PersonOverview({
  details,
  onDeleted,
  renderCredits,
}: {
  details: PersonDetails;
  onDeleted: () => void;
  renderCredits: (person: Person) => ReactNode;
}) {
  const { person } = details;
  const isAdmin = useIsAdmin();
  return (
    <div className="grid grid-cols-1 gap-6">
      <Facts person={person} credits={renderCredits(person)} />
      <Addresses details={details} />
      <Threads threads={details.threads} />
      {isAdmin && <PersonData person={person} onDeleted={onDeleted} />}
    </div>
  );
}

function Facts({ person, credits }: { person: Person; credits: ReactNode }) {
  const { kind, messageCount, paidMessages, subExpiration, lastSeenAt, createdAt } = person;
  const isAccount = kind === 'account';
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4">
      {isAccount && (
        <Fact term="Plan">
          {describePlan(person)}
          {subExpiration && (
            <span className="block font-normal text-muted text-sm">
              {countLeft(person) === null ? 'until' : 'ended'} {formatDate(subExpiration)}
            </span>
          )}
        </Fact>
      )}
      {isAccount && (
        <Fact term="Credits">
          <span className="tabular-nums">
            {messageCount.toLocaleString('en-US')} of {paidMessages.toLocaleString('en-US')} used
          </span>
          <CreditsBar used={messageCount} granted={paidMessages} />
          {credits}
        </Fact>
      )}
      <Fact term={isAccount ? 'Signed up' : 'First text'}>{formatDate(createdAt)}</Fact>
      <Fact term="Last seen">{lastSeenAt ? <RelativeTime timestamp={lastSeenAt} /> : 'Never'}</Fact>
    </dl>
  );
}

function Addresses({ details: { person, addresses, optOuts } }: { details: PersonDetails }) {
  return (
    <PanelSection title="Numbers">
      {addresses.length === 0 && optOuts.length === 0 && <p className="text-muted">None</p>}
      <ul className="grid gap-2">
        {addresses.map(({ handle, verifiedAt }) => (
          <li key={handle} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 font-medium tabular-nums wrap-anywhere">
              {findNumber({ handle }) ?? handle}
            </span>
            <span className="shrink-0 text-muted text-sm">
              {verifiedAt
                ? `Verified ${formatDate(verifiedAt)}`
                : person.kind === 'account'
                  ? 'Not verified'
                  : 'No account'}
            </span>
          </li>
        ))}
        {optOuts.map(({ expert, channel, optedOutAt, hasClosed }) => (
          <li
            key={`${channel} ${expert} ${optedOutAt}`}
            className="flex items-baseline justify-between gap-3"
          >
            <span className="min-w-0">
              <Badge tone="danger">{hasClosed ? 'Closed' : 'Opted out'}</Badge> of {expert},{' '}
              {channelNames[channel]}
            </span>
            <span className="shrink-0 text-muted text-sm">{formatDate(optedOutAt)}</span>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

function Threads({ threads }: { threads: PersonDetails['threads'] }) {
  return (
    <PanelSection title="Conversations">
      {threads.length === 0 && <p className="text-muted">None</p>}
      <ul className="-mx-2 grid">
        {threads.map(({ id, title, expert, channel, messageCount, lastMessageAt }) => (
          <li key={id}>
            <Link
              href={`/?${new URLSearchParams({ thread: id })}`}
              className="flex items-baseline justify-between gap-3 rounded-control px-2 py-1.5 hover:bg-sunken"
            >
              <span className="min-w-0 truncate" dir="auto">
                <span className="font-medium">{title ?? expert}</span>
                <span className="text-muted">
                  {' '}
                  · {title ? `${expert}, ` : ''}
                  {channelNames[channel]}
                </span>
              </span>
              <span className="flex shrink-0 gap-3 text-muted text-sm tabular-nums">
                {messageCount.toLocaleString('en-US')}
                <span className="sr-only"> messages</span>
                {lastMessageAt && <RelativeTime timestamp={lastMessageAt} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

function PersonData({ person, onDeleted }: { person: Person; onDeleted: () => void }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const download = useExportPerson(person.id);
  return (
    <PanelSection title="Data">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="small"
          disabled={download.isPending}
          onClick={() => download.mutate()}
        >
          <Download aria-hidden />
          {download.isPending ? 'Exporting...' : 'Export'}
        </Button>
        {!isOnTeam(person) && (
          <Button
            variant="outline"
            size="small"
            className="text-danger"
            onClick={() => setIsDeleting(true)}
          >
            Delete
          </Button>
        )}
      </div>
      {isOnTeam(person) && (
        <p className="pt-2 text-muted text-sm">
          An admin's account can't be deleted, because the audit log refers to it.
        </p>
      )}
      {isDeleting && (
        <DeletePersonDialog
          person={person}
          name={nameOf(person)}
          onClose={() => setIsDeleting(false)}
          onDeleted={onDeleted}
        />
      )}
    </PanelSection>
  );
}
