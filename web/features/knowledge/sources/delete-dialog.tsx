import { useRef } from 'react';
import type { Expert } from '#shared/api/experts.ts';
import type { KnowledgeSource } from '#shared/api/knowledge.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useDeleteSource } from '../api.ts';

export function DeleteDialog({
  expert,
  source,
  findHeading,
  onClose,
}: {
  expert: Expert;
  source: KnowledgeSource;
  /** Gets the focus once the source's own row is gone. */
  findHeading: () => HTMLElement | null;
  onClose: () => void;
}) {
  const remove = useDeleteSource(expert.id, source.id);
  const isDeleted = useRef(false);
  const onSuccess = () => {
    isDeleted.current = true;
    onClose();
  };
  return (
    <FormDialog
      title={`Delete ${source.title}?`}
      description={`From the next message on, ${expert.displayName} no longer knows it. Below earlier answers its title stays, and the quoted words go. This can't be undone.`}
      action={remove.isPending ? 'Deleting...' : 'Delete'}
      variant="danger"
      isPending={remove.isPending}
      findGoal={() => (isDeleted.current ? findHeading() : null)}
      onSubmit={() => remove.mutate(undefined, { onSuccess })}
      onClose={onClose}
    >
      {source.state === 'live' && (
        <p className="text-muted">
          To end it on a day instead, edit it and set that day as the last.
        </p>
      )}
    </FormDialog>
  );
}
