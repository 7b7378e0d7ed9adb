import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type CannedReply, cannedReplyRequest } from '#shared/api/canned-replies.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { toast } from '#web/lib/toast.ts';
import { cannedRepliesQuery, useDeleteCannedReply, useSaveCannedReply } from './canned-api.ts';

/** The team's canned replies, for admins. */
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
          <ReplyForm
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

function ReplyForm({ reply, onDone }: { reply: CannedReply | null; onDone: () => void }) {
  const save = useSaveCannedReply();
  const form = useForm({
    defaultValues: { name: reply?.name ?? '', text: reply?.text ?? '' },
    resolver: zodResolver(cannedReplyRequest),
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((fields) =>
    save.mutate({ ...fields, id: reply?.id ?? null }, { onSuccess: onDone }),
  );
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <h3 className="font-semibold">{reply ? `Change ${reply.name}` : 'Add one'}</h3>
      <Field
        label="Name"
        error={errors.name?.message ?? (save.error ? describeRefusal(save.error) : undefined)}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('name')}
            dir="auto"
            autoComplete="off"
            placeholder="hours"
          />
        )}
      </Field>
      <Field label="Text" error={errors.text?.message}>
        {(control) => (
          <Textarea {...control} {...form.register('text')} rows={3} placeholder="We open at 9." />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : reply ? 'Save changes' : 'Add'}
        </Button>
        {reply && (
          <Button variant="outline" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
