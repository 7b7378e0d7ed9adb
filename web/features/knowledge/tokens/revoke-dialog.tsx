import { useRef } from 'react';
import type { ApiToken } from '#shared/api/api-tokens.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useRevokeToken } from './tokens-api.ts';

export function RevokeDialog({
  token,
  findGoal,
  onClose,
}: {
  token: ApiToken;
  /** Gets the focus once the token's own row is gone. */
  findGoal: () => HTMLElement | null;
  onClose: () => void;
}) {
  const revoke = useRevokeToken();
  const isRevoked = useRef(false);
  return (
    <FormDialog
      title={`Revoke ${token.name}?`}
      description="The script that has it gets in no more, from its next call on. What it has added stays. This can't be undone."
      action={revoke.isPending ? 'Revoking...' : 'Revoke'}
      variant="danger"
      isPending={revoke.isPending}
      findGoal={() => (isRevoked.current ? findGoal() : null)}
      onSubmit={() =>
        revoke.mutate(token.id, {
          onSuccess: () => {
            isRevoked.current = true;
          },
          onSettled: onClose,
        })
      }
      onClose={onClose}
    />
  );
}
