import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Person, PersonDetails } from '#shared/api/people.ts';
import { ErrorState } from '#web/components/error-state.tsx';
import { PanelHeader } from '#web/components/panel-header.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { roleNames, useIsAdmin } from '#web/session/roles.ts';
import { personQuery } from './api.ts';
import { findNumber, nameOf } from './describe.ts';
import { PersonAccess } from './person-access.tsx';
import { PersonChanges } from './person-changes.tsx';
import { PersonOverview } from './person-overview.tsx';

type Props = {
  id: string;
  onClose: () => void;
  renderCredits: (person: Person) => ReactNode;
  renderLedger: (person: Person) => ReactNode;
};

export function PersonPanel({ id, onClose, ...parts }: Props) {
  const { data: known, error, isFetching, refetch } = useQuery(personQuery(id));
  // The person may be deleted meanwhile.
  const data = statusOf(error) === 404 ? undefined : known;
  return (
    <div className="grid grid-cols-1 content-start gap-5 p-5">
      <PanelHeader onClose={onClose}>
        {data ? <Who person={data.person} /> : <Skeleton className="h-11 flex-1" />}
      </PanelHeader>
      {data && <Sections key={data.person.id} details={data} onClose={onClose} {...parts} />}
      {!data && error && !isFetching && (
        <ErrorState
          title={
            statusOf(error) === 404 ? 'This person no longer exists' : 'Unable to load this person'
          }
          description={describeError(error)}
          onRetry={() => refetch()}
        />
      )}
      {!data && (!error || isFetching) && <PanelSkeleton />}
    </div>
  );
}

function Who({ person }: { person: Person }) {
  const { email, kind, role } = person;
  const name = nameOf(person);
  const number = findNumber(person);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <Avatar name={person.name ?? email ?? number ?? `#${person.handle}`} className="size-11" />
      <div className="min-w-0">
        <h2 className="text-left font-semibold text-lg leading-tight wrap-anywhere" dir="auto">
          {name}
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm wrap-anywhere">
          {kind === 'account' ? email !== name && email : 'No account'}
          {role && roleNames[role] && <Badge>{roleNames[role]}</Badge>}
        </p>
      </div>
    </div>
  );
}

function Sections({
  details,
  onClose,
  renderCredits,
  renderLedger,
}: Omit<Props, 'id'> & { details: PersonDetails }) {
  const [tab, setTab] = useState('overview');
  const isAdmin = useIsAdmin();
  const overview = (
    <PersonOverview details={details} onDeleted={onClose} renderCredits={renderCredits} />
  );
  if (details.person.kind === 'number' || !isAdmin) return overview;
  return (
    <Tabs value={tab} onValueChange={setTab} className="grid grid-cols-1 gap-5">
      <TabsList>
        <TabsTrigger value="overview" className="px-1">
          Overview
        </TabsTrigger>
        <TabsTrigger value="ledger" className="px-1">
          Ledger
        </TabsTrigger>
        <TabsTrigger value="access" className="px-1">
          Access
        </TabsTrigger>
        <TabsTrigger value="changes" className="px-1">
          Changes
        </TabsTrigger>
      </TabsList>
      <TabsContent value="overview">{overview}</TabsContent>
      <TabsContent value="ledger">
        <div className="-mx-5 border-y">{renderLedger(details.person)}</div>
      </TabsContent>
      <TabsContent value="access">
        <PersonAccess details={details} />
      </TabsContent>
      <TabsContent value="changes">
        <PersonChanges changes={details.changes} />
      </TabsContent>
    </Tabs>
  );
}

function PanelSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the person</span>
      <Skeleton className="h-11" />
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
    </div>
  );
}
