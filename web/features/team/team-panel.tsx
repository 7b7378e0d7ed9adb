import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '#web/components/error-state.tsx';
import { PanelHeader } from '#web/components/panel-header.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { roleNames } from '#web/session/roles.ts';
import { teamQuery, useWithdraw } from './api.ts';
import { InviteForm } from './invite-form.tsx';
import { MemberItem } from './member-item.tsx';

export function TeamPanel({ onClose }: { onClose: () => void }) {
  const membersId = useId();
  const { data, error, isFetching, refetch } = useQuery(teamQuery);
  return (
    <div className="grid grid-cols-1 content-start gap-6 p-5">
      <PanelHeader onClose={onClose}>
        <div>
          <h2 id={membersId} className="font-semibold text-lg leading-tight">
            Team
          </h2>
          <p className="text-muted text-sm">Who is on the team, and what they can see.</p>
        </div>
      </PanelHeader>
      {data ? (
        <ul aria-labelledby={membersId} className="divide-y border-y">
          {data.members.map((member) => (
            <MemberItem key={member.id} member={member} />
          ))}
        </ul>
      ) : error && !isFetching ? (
        <ErrorState
          title="Unable to load the team"
          description={describeError(error)}
          onRetry={() => refetch()}
        />
      ) : (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Loading the team</span>
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
      {data && data.invitations.length > 0 && <Invitations invitations={data.invitations} />}
      <InviteForm />
    </div>
  );
}

function Invitations({
  invitations,
}: {
  invitations: { id: string; email: string; role: 'ADMIN' | 'AGENT'; expiresAt: string }[];
}) {
  const id = useId();
  const withdraw = useWithdraw();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="pb-2 font-semibold">
        Invited
      </h3>
      <ul className="divide-y border-y">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex items-center justify-between gap-3 py-2.5">
            <div className="min-w-0">
              <p className="truncate font-medium">{invitation.email}</p>
              <p className="text-muted text-sm">
                {roleNames[invitation.role]} · until {formatDateTime(invitation.expiresAt)}
              </p>
            </div>
            <Button
              variant="outline"
              size="small"
              aria-label={`Withdraw the invitation of ${invitation.email}`}
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate(invitation.id)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
