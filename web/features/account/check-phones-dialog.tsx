import { isStaff } from '#shared/roles.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/components/ui/dialog.tsx';
import { useCurrentUser } from '#web/session/use-session.ts';
import { PhoneList } from './phone-list.tsx';

/** A new password and the end of sessions leave phones attached. */
export function CheckPhonesDialog({ onClose }: { onClose: () => void }) {
  const user = useCurrentUser();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={
          isStaff(user) ? 'Phones attached to your account' : 'Phones that can use your credits'
        }
        description="They stay attached. Remove any that isn't yours."
        footer={
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
        }
      >
        <PhoneList />
      </DialogContent>
    </Dialog>
  );
}
