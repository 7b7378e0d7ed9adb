import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ApiToken } from '#shared/api/api-tokens.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { newItem, useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { TokenItem } from './token-item.tsx';
import { tokensQuery } from './tokens-api.ts';

/** Of scripts that add documents to experts. */
export function ScriptTokens() {
  const { data, error, isFetching, refetch } = useQuery(tokensQuery);
  const dialog = useDialogAddress('script-token');
  const [created, setCreated] = useState<{ name: string; secret: string } | null>(null);
  const [leaving, setLeaving] = useState<ApiToken | null>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  if (!data && error) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted wrap-anywhere">
          Unable to load the tokens. {describeError(error)}
        </p>
        <Button variant="outline" disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Trying...' : 'Try again'}
        </Button>
      </div>
    );
  }
  if (!data) return <TokensSkeleton />;
  return (
    <div className="grid grid-cols-1 gap-3">
      {data.tokens.length === 0 ? (
        <p className="text-muted">
          No tokens yet. With one, a script adds documents to your experts, for example the price
          list of each night. It opens nothing else.
        </p>
      ) : (
        <ul aria-label="Tokens" className="divide-y">
          {data.tokens.map((token) => (
            <TokenItem key={token.id} token={token} onRevoke={() => setLeaving(token)} />
          ))}
        </ul>
      )}
      <Button
        ref={createButton}
        variant="outline"
        size="large"
        className="justify-self-start max-sm:w-full"
        onClick={() => dialog.open(newItem)}
      >
        Create a token
      </Button>
      {dialog.value === newItem && (
        <CreateTokenDialog onCreated={setCreated} onClose={dialog.close} />
      )}
      {created && <NewTokenDialog created={created} onClose={() => setCreated(null)} />}
      {leaving && (
        <RevokeDialog
          token={leaving}
          findGoal={() => createButton.current}
          onClose={() => setLeaving(null)}
        />
      )}
    </div>
  );
}

function TokensSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the tokens</span>
      <Skeleton className="h-14" />
    </div>
  );
}
