import { useId } from 'react';
import { diffText, type Piece } from '#web/lib/text-diff.ts';
import type { Choice } from '#web/lib/use-merged-edit.ts';
import { Button } from './ui/button.tsx';
import { Radio } from './ui/radio.tsx';

export type ContestedField = {
  name: string;
  label: string;
  mine: string;
  theirs: string;
  choice: Choice | undefined;
};

export function EditChoices({
  message,
  fields,
  onChoose,
}: {
  message: string;
  fields: ContestedField[];
  onChoose: (name: string, choice: Choice) => void;
}) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <p role="alert" className="rounded-control bg-accent-soft px-3 py-2 text-accent">
        {message} Nothing is lost: for each field that you both changed, choose which version to
        keep.
      </p>
      {fields.map((field) => (
        <FieldChoice
          key={field.name}
          field={field}
          onChoose={(choice) => onChoose(field.name, choice)}
        />
      ))}
    </div>
  );
}

function FieldChoice({
  field: { label, mine, theirs, choice },
  onChoose,
}: {
  field: ContestedField;
  onChoose: (choice: Choice) => void;
}) {
  const pieces = diffText(theirs, mine);
  const group = useId();
  const option = (value: Choice) => ({
    group,
    isChosen: choice === value,
    onChoose: () => onChoose(value),
  });
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="grid grid-cols-1 items-stretch gap-2 sm:grid-cols-2">
        <Option title="Yours" pieces={without(pieces, 'removed')} {...option('mine')} />
        <Option title="Theirs" pieces={without(pieces, 'added')} {...option('theirs')} />
      </div>
    </fieldset>
  );
}

function without(pieces: Piece[], kind: Piece['kind']): Piece[] {
  return pieces.filter((piece) => piece.kind !== kind);
}

function Option({
  title,
  pieces,
  group,
  isChosen,
  onChoose,
}: {
  title: string;
  pieces: Piece[];
  group: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-w-0 cursor-pointer gap-3 rounded-control border p-3 has-checked:border-primary has-checked:bg-primary-soft"
    >
      <Radio id={id} name={group} checked={isChosen} onChange={onChoose} />
      <span className="grid min-w-0 flex-1 content-start gap-1">
        <span className="text-muted text-sm">{title}</span>
        <span className="max-h-72 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
          {pieces.length === 0 ? <span className="text-muted">Empty</span> : pieces.map(markPiece)}
        </span>
      </span>
    </label>
  );
}

function markPiece({ kind, text }: Piece, index: number) {
  if (kind === 'same') return text;
  return (
    <mark key={index} className="rounded-xs bg-accent-soft text-accent">
      {text}
    </mark>
  );
}

function EditChoiceActions({
  fields,
  isSaving,
  onBack,
  onSave,
}: {
  fields: ContestedField[];
  isSaving: boolean;
  onBack: () => void;
  onSave: () => void;
}) {
  const open = fields.filter(({ choice }) => !choice).length;
  return (
    <>
      <Button variant="outline" onClick={onBack}>
        Back to the form
      </Button>
      <Button disabled={open > 0 || isSaving} onClick={onSave}>
        {open === 0 ? 'Save changes' : `Choose ${open === 1 ? 'one more field' : `${open} fields`}`}
      </Button>
    </>
  );
}

export function EditActions({
  contested,
  formId,
  cancelLabel = 'Cancel',
  submitLabel,
  isSaving,
  onCancel,
  onFinish,
}: {
  /** Null without a conflict. */
  contested: ContestedField[] | null;
  formId: string;
  cancelLabel?: string;
  submitLabel: string;
  isSaving: boolean;
  onCancel: () => void;
  onFinish: (end: { isSaved: boolean }) => void;
}) {
  if (contested) {
    return (
      <EditChoiceActions
        fields={contested}
        isSaving={isSaving}
        onBack={() => onFinish({ isSaved: false })}
        onSave={() => onFinish({ isSaved: true })}
      />
    );
  }
  return (
    <>
      <Button variant="outline" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button type="submit" form={formId} disabled={isSaving}>
        {isSaving ? 'Saving...' : submitLabel}
      </Button>
    </>
  );
}
