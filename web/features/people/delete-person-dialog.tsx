import type { Person } from '#shared/api/people.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/components/ui/dialog.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { useDeletePerson } from './api.ts';
import { countLeft } from './describe.ts';

export function DeletePersonDialog({
  person,
  name,
  onClose,
  onDeleted,
}: {
  person: Person;
  name: string;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const deletion = useDeletePerson(person.id, onDeleted);
  const isAccount = person.kind === 'account';
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={`Delete ${name}?`}
        description="This can't be undone."
        footer={
          <>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button
              variant="danger"
              disabled={deletion.isPending}
              onClick={() => deletion.mutate()}
            >
              {deletion.isPending ? 'Deleting...' : 'Delete for good'}
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-1 gap-4">
          <p>
            {isAccount
              ? 'Name, email, numbers, sessions and every conversation with its pictures are erased at once.'
              : 'Every conversation of this number is erased at once. Its next text begins a new one.'}
          </p>
          {isAccount && countLeft(person) === null && (
            <p className="rounded-control bg-accent-soft p-3 text-accent">
              The subscription ends right away, with no refund for the rest of its period.
            </p>
          )}
          <p className="text-muted">
            {isAccount
              ? 'Kept without the name: payments and message counts, a STOP, and that the free trial was used.'
              : 'A STOP is kept, so that no expert texts the number again.'}
          </p>
          {deletion.error && (
            <p role="alert" className="text-danger">
              {describeError(deletion.error)}
            </p>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
