import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CannedReply } from '#shared/api/canned-replies.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { toast } from '#web/lib/toast.ts';
import { cannedRepliesQuery, useDeleteCannedReply } from './canned-api.ts';
import { CannedForm } from './canned-form.tsx';

export function CannedDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(cannedRepliesQuery);
  const replies = data?.cannedReplies ?? [];
  const [edited, setEdited] = useState<CannedReply | null>(null);
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
                <ReplyItem key={reply.id} reply={reply} onEdit={() => setEdited(reply)} />
              ))}
            </ul>
          )}
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

function ReplyItem({ reply, onEdit }: { reply: CannedReply; onEdit: () => void }) {
  const remove = useDeleteCannedReply();
  const onError = (error: Error) =>
    toast({ title: 'Delete failed', description: describeRefusal(error), variant: 'destructive' });
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
      <Button variant="ghost" size="small" aria-label={`Edit ${reply.name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        variant="ghost"
        size="small"
        aria-label={`Delete ${reply.name}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate(reply.id, { onError })}
      >
        Delete
      </Button>
    </li>
  );
}
