import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { ThreadDetails } from '#web/features/threads/conversation/thread-details.tsx';
import { CreditsButton } from './credits-action.tsx';

export function ThreadDetailsDialog({
  threadId,
  isOpen,
  onOpenChange,
}: {
  threadId: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent title="Details" className="max-w-sm">
        <ThreadDetails
          threadId={threadId}
          // The details beside the conversation have the dialog, even while hidden.
          renderCredits={() => <CreditsButton />}
        />
      </DialogContent>
    </Dialog>
  );
}
