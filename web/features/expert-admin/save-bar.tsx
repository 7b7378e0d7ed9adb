import { type ContestedField, EditActions } from '#web/components/edit-choices.tsx';
import { useAnnounced } from '#web/lib/announce.ts';

export function SaveBar({
  formId,
  contested,
  isSaving,
  onDiscard,
  onFinish,
}: {
  formId: string;
  contested: ContestedField[] | null;
  isSaving: boolean;
  onDiscard: () => void;
  onFinish: (end: { isSaved: boolean }) => void;
}) {
  const state = contested ? 'Changed by both' : 'Unsaved changes';
  useAnnounced(state, { isNews: true });
  return (
    <div
      data-keep-clear
      className="sticky bottom-4 z-10 mx-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-card border bg-surface px-4 py-2.5 shadow-lg"
    >
      <span className="text-muted">{state}</span>
      <span className="flex gap-2">
        <EditActions
          contested={contested}
          formId={formId}
          cancelLabel="Discard"
          submitLabel="Save changes"
          isSaving={isSaving}
          onCancel={onDiscard}
          onFinish={onFinish}
        />
      </span>
    </div>
  );
}
