import type { PersonDetails } from '#shared/api/people.ts';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useEndSessions } from './api.ts';
import { isOnTeam } from './describe.ts';

export function PersonAccess({
  details: { person, sessions, hasSecondFactor },
}: {
  details: PersonDetails;
}) {
  const end = useEndSessions(person.id);
  return (
    <div className="grid grid-cols-1 gap-4">
      {isOnTeam(person) && (
        <p className="text-muted">
          {hasSecondFactor ? 'Signs in with a second factor.' : 'No second factor is set up.'}
        </p>
      )}
      {sessions.length === 0 ? (
        <p className="text-muted">Not signed in anywhere.</p>
      ) : (
        <>
          <ul className="divide-y border-y">
            {sessions.map(({ id, device, lastUsedAt }) => (
              <li key={id} className="flex items-baseline justify-between gap-3 py-2">
                <span className="min-w-0 font-medium wrap-anywhere">
                  {device ?? 'Unknown device'}
                </span>
                <span className="shrink-0 text-muted text-sm">
                  Last used <RelativeTime timestamp={lastUsedAt} />
                </span>
              </li>
            ))}
          </ul>
          <Button
            variant="outline"
            size="small"
            className="justify-self-start"
            disabled={end.isPending}
            onClick={() => end.mutate()}
          >
            {end.isPending ? 'Signing out...' : 'Sign out everywhere'}
          </Button>
        </>
      )}
    </div>
  );
}
