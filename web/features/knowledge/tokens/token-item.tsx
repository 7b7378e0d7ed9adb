import { KeyRound } from 'lucide-react';
import type { ApiToken } from '#shared/api/api-tokens.ts';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { formatDate } from '#web/lib/format.ts';

export function TokenItem({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, createdBy, createdAt, lastUsedAt } = token;
  return (
    <li className="flex min-h-16 items-start gap-3 py-3 first:pt-0">
      <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="grid min-w-0 grow grid-cols-1 gap-0.5">
        <p className="font-medium wrap-anywhere" dir="auto">
          {name}
        </p>
        <p className="text-muted text-sm wrap-anywhere">Made by {createdBy}</p>
        <p className="text-muted text-sm">
          Since {formatDate(createdAt)} ·{' '}
          {lastUsedAt ? (
            <>
              last used <RelativeTime timestamp={lastUsedAt} />
            </>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      <Button variant="outline" size="small" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
