import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CannedReply } from '#shared/api/canned-replies.ts';
import { linkStyle } from '#web/components/more-button.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { toast } from '#web/lib/toast.ts';
import { cannedRepliesQuery, useDeleteCannedReply, useSaveCannedReply } from './canned-api.ts';
import { CannedForm } from './canned-form.tsx';

export function CannedDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(cannedRepliesQuery);
  const replies = data?.cannedReplies ?? [];
  const [edited, setEdited] = useState<CannedReply | null>(null);
  const [deleted, setDeleted] = useState<CannedReply | null>(null);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Canned replies"
        description="Shared by the whole team. Type / in a conversation to send one."
      >
        <div className="grid grid-cols-1 gap-5">
          {replies.length > 0 && (
            <ul className="divide-y border-y">
              {replies.map((reply) => (
                <ReplyItem
                  key={reply.id}
                  reply={reply}
                  onEdit={() => setEdited(reply)}
                  onDeleted={() => setDeleted(reply)}
                />
              ))}
            </ul>
          )}
          <DeletedNote deleted={deleted} onRestored={() => setDeleted(null)} />
          <CannedForm
            key={edited?.id ?? `new ${replies.length}`}
            reply={edited}
            onDone={() => setEdited(null)}
          />
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** In the dialog: a toast behind it would be out of reach. */
function DeletedNote({
  deleted,
  onRestored,
}: {
  deleted: CannedReply | null;
  onRestored: () => void;
}) {
  const restore = useSaveCannedReply();
  const undo = ({ name, text }: CannedReply) =>
    restore.mutate(
      { fields: { name, text }, base: null },
      { onSuccess: onRestored, onError: report('Not restored') },
    );
  return (
    <p role="status" className={deleted ? 'text-muted' : 'sr-only'}>
      {deleted && (
        <>
          {deleted.name} deleted.{' '}
          <button
            type="button"
            className={linkStyle}
            aria-disabled={restore.isPending}
            onClick={() => undo(deleted)}
          >
            Undo
          </button>
        </>
      )}
    </p>
  );
}

const report = (title: string) => (error: Error) =>
  toast({ title, description: describeRefusal(error), variant: 'destructive' });

function ReplyItem({
  reply,
  onEdit,
  onDeleted,
}: {
  reply: CannedReply;
  onEdit: () => void;
  onDeleted: () => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <li className="flex items-center gap-2 py-2">
      <div dir="auto" className="grid min-w-0 flex-1">
        <span title={reply.name} className="truncate font-medium">
          {reply.name}
        </span>
        <span title={reply.text} className="truncate text-muted text-sm">
          {reply.text}
        </span>
      </div>
      {isAsking ? (
        <DeleteQuestion reply={reply} onKeep={() => setIsAsking(false)} onDeleted={onDeleted} />
      ) : (
        <>
          <Button variant="ghost" size="small" aria-label={`Edit ${reply.name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button
            variant="ghost"
            size="small"
            aria-label={`Delete ${reply.name}`}
            onClick={() => setIsAsking(true)}
          >
            Delete
          </Button>
        </>
      )}
    </li>
  );
}

/** The whole team uses it. */
function DeleteQuestion({
  reply: { id, name },
  onKeep,
  onDeleted,
}: {
  reply: CannedReply;
  onKeep: () => void;
  onDeleted: () => void;
}) {
  const remove = useDeleteCannedReply();
  return (
    <>
      <Button variant="ghost" size="small" onClick={onKeep}>
        Keep
      </Button>
      <Button
        variant="ghost"
        size="small"
        className="text-danger"
        aria-label={`Delete ${name} for the whole team`}
        autoFocus
        disabled={remove.isPending}
        onClick={() =>
          remove.mutate(id, { onSuccess: onDeleted, onError: report('Delete failed') })
        }
      >
        Delete for all
      </Button>
    </>
  );
}
