import { Download } from 'lucide-react';
import { isStaff } from '#shared/roles.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { useDownloadData } from './api.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

export function YourData() {
  const user = useCurrentUser();
  const download = useDownloadData();
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 justify-items-start gap-3">
        <p className="text-muted">
          One page with everything we store about you: profile, conversations, connections and
          payments. The JSON file is the same for computers.
        </p>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col">
          <Button
            variant="outline"
            size="large"
            disabled={download.isPending}
            onClick={() => download.mutate('html')}
          >
            <Download aria-hidden />
            {download.isPending ? 'Downloading...' : 'Download my data'}
          </Button>
          <Button
            variant="ghost"
            size="large"
            className="text-muted"
            disabled={download.isPending}
            onClick={() => download.mutate('json')}
          >
            Download as JSON
          </Button>
        </div>
      </div>
      {isStaff(user) ? (
        <p className="text-muted">
          An admin's account can't be deleted here, because the audit log refers to it.
        </p>
      ) : (
        <DeleteAccount />
      )}
    </div>
  );
}

function DeleteAccount() {
  const { value, open, close } = useDialogAddress('delete');
  return (
    <div className="grid justify-items-start gap-3 border-t pt-5">
      <p className="text-muted">Deleting your account can't be undone.</p>
      <Button
        variant="outline"
        size="large"
        className="text-danger max-sm:w-full"
        onClick={() => open('account')}
      >
        Delete account
      </Button>
      {value === 'account' && <DeleteAccountDialog onClose={close} />}
    </div>
  );
}
