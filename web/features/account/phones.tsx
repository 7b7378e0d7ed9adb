import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { isStaff } from '#shared/roles.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { CheckPhonesDialog } from './check-phones-dialog.tsx';
import { PhoneList } from './phone-list.tsx';
import { phonesQuery } from './phones-api.ts';

/** In Settings' address: opens the list as a dialog, after a new password for instance. */
export const checkPhones = { name: 'phones', value: 'check' } as const;

export function Phones() {
  const { value, close } = useDialogAddress(checkPhones.name);
  const { data } = useQuery(phonesQuery);
  return (
    <>
      {data?.phones.length === 0 ? <NoPhones /> : <PhoneList />}
      {value === checkPhones.value && <CheckPhonesDialog onClose={close} />}
    </>
  );
}

function NoPhones() {
  const user = useCurrentUser();
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <p className="text-muted">No phone is attached to your account.</p>
      {!isStaff(user) && (
        <Button asChild variant="outline" size="large" className="max-sm:w-full">
          <Link href="/user/experts">Connect to an expert</Link>
        </Button>
      )}
    </div>
  );
}
