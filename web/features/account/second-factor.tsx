import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#web/components/error-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { CodeDialog } from '#web/session/code-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';
import {
  secondFactorQuery,
  useRefreshSecondFactor,
  useRenewRecoveryCodes,
  useTurnOffSecondFactor,
} from './second-factor-api.ts';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

/** Fewer are worth a warning. */
const enoughCodes = 3;

const dialog = 'second-factor';

export function SecondFactor() {
  const { data, error, refetch, isFetching } = useQuery(secondFactorQuery);
  if (error) {
    return (
      <ErrorState
        title="Unable to load your second factor"
        description={describeError(error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        className="py-4"
      />
    );
  }
  if (!data) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Loading...</span>
        <Skeleton className="h-5 w-64 max-w-full" />
        <Skeleton className="h-11 w-40" />
      </div>
    );
  }
  return data.isOn ? <TurnedOn codesLeft={data.recoveryCodesLeft} /> : <TurnedOff />;
}

function TurnedOff() {
  const { value, open, close } = useDialogAddress(dialog);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">
        Off. Your password alone opens every conversation. With an authenticator app on your phone,
        a stolen password is not enough.
      </p>
      <Button size="large" className="max-sm:w-full" onClick={() => open('set-up')}>
        Set up
      </Button>
      {value === 'set-up' && <SetUpSecondFactor onClose={close} />}
    </div>
  );
}

function TurnedOn({ codesLeft }: { codesLeft: number }) {
  const { value, open, close } = useDialogAddress(dialog);
  const renew = useRenewRecoveryCodes();
  const turnOff = useTurnOffSecondFactor(close);
  const refresh = useRefreshSecondFactor();
  const left = codesLeft === 1 ? '1 recovery code' : `${codesLeft} recovery codes`;
  const finishRenewal = () => {
    renew.reset();
    refresh();
  };
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">
        On. You need a code to sign in and to change keys, credits or this account.
      </p>
      <p className={codesLeft < enoughCodes ? 'text-accent' : 'text-muted'}>
        {left} left, for when you don't have your phone.
      </p>
      <div className="flex w-full flex-wrap gap-3">
        <Button
          variant="outline"
          size="large"
          className="max-sm:w-full"
          disabled={renew.isPending}
          onClick={() => renew.mutate()}
        >
          {renew.isPending ? 'Making codes...' : 'New recovery codes'}
        </Button>
        <Button
          variant="outline"
          size="large"
          className="text-danger max-sm:w-full"
          onClick={() => open('turn-off')}
        >
          Turn off
        </Button>
      </div>
      {renew.data && (
        <RecoveryCodesDialog codes={renew.data.recoveryCodes} onClose={finishRenewal} />
      )}
      {value === 'turn-off' && (
        <CodeDialog
          title="Turn off the second factor?"
          description="Your password alone will open your account again."
          action="Turn off"
          variant="danger"
          send={turnOff}
          onClose={close}
        />
      )}
    </div>
  );
}
