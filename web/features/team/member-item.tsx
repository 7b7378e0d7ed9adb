import { useId, useState } from 'react';
import type { TeamReply } from '#shared/api/team.ts';
import { isAdmin } from '#shared/roles.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { roleNames } from '#web/session/roles.ts';
import { useChangeRole } from './api.ts';

type Member = TeamReply['members'][number];

export function MemberItem({ member }: { member: Member }) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const { name, email, role, hasSecondFactor, isYou } = member;
  return (
    <li className="grid grid-cols-1 gap-3 py-2.5">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="flex items-center gap-2">
            <span className="min-w-0 truncate font-medium" dir="auto">
              {name ?? email}
            </span>
            <Badge tone={isAdmin(member) ? 'primary' : 'neutral'}>{roleNames[role]}</Badge>
          </p>
          <p className="truncate text-muted text-sm">
            {name ? `${email} · ` : ''}
            {hasSecondFactor ? 'Second factor' : 'No second factor'}
          </p>
        </div>
        {isYou ? (
          <span className="shrink-0 text-muted text-sm">You</span>
        ) : (
          <Button
            variant="outline"
            size="small"
            aria-label={`Change ${name ?? email}`}
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setIsOpen(!isOpen)}
          >
            Change
          </Button>
        )}
      </div>
      <div id={panelId} hidden={!isOpen} className="rounded-control bg-sunken p-3">
        {isOpen && <RoleActions member={member} onDone={() => setIsOpen(false)} />}
      </div>
    </li>
  );
}

/** Behind a button: one click must not remove a person from the team. */
function RoleActions({ member, onDone }: { member: Member; onDone: () => void }) {
  const change = useChangeRole();
  const other = isAdmin(member) ? 'AGENT' : 'ADMIN';
  const apply = (to: 'ADMIN' | 'AGENT' | 'USER') =>
    change.mutate({ id: member.id, role: to }, { onSuccess: onDone });
  return (
    <>
      <p className="text-sm">
        Either change signs them out everywhere. A removed member keeps an ordinary account, with
        its second factor turned off.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="small"
          disabled={change.isPending}
          onClick={() => apply(other)}
        >
          {other === 'ADMIN' ? 'Make an admin' : 'Make an agent'}
        </Button>
        <Button
          variant="danger"
          size="small"
          disabled={change.isPending}
          onClick={() => apply('USER')}
        >
          Remove from the team
        </Button>
      </div>
    </>
  );
}
