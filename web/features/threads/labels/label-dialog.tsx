import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CountedLabel, LabelHue, LabelRequest } from '#shared/api/labels.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { cn } from '#web/lib/cn.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { toast } from '#web/lib/toast.ts';
import { hueNames, LabelDot } from './label-chip.tsx';
import { labelsQuery, useDeleteLabel, useSaveLabel } from './labels-api.ts';

export function LabelDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(labelsQuery);
  const labels = data?.labels ?? [];
  const [edited, setEdited] = useState<CountedLabel | null>(null);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title="Labels" description="Shared by the whole team.">
        <div className="grid grid-cols-1 gap-5">
          {labels.length > 0 && (
            <ul className="divide-y border-y">
              {labels.map((label) => (
                <LabelItem key={label.id} label={label} onEdit={() => setEdited(label)} />
              ))}
            </ul>
          )}
          <LabelForm
            key={edited?.id ?? `new ${labels.length}`}
            label={edited}
            onDone={() => setEdited(null)}
          />
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** Asks first if any conversation would lose the label. */
function LabelItem({ label, onEdit }: { label: CountedLabel; onEdit: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteLabel();
  const { id, name, hue, threads } = label;
  const onError = (error: Error) =>
    toast({ title: 'Delete failed', description: describeRefusal(error), variant: 'destructive' });
  const ask = () => (threads > 0 ? setIsAsking(true) : remove.mutate(id, { onError }));
  return (
    <li className="flex flex-wrap items-center gap-2 py-2">
      <LabelDot hue={hue} />
      <span dir="auto" title={name} className="min-w-0 flex-1 truncate font-medium">
        {name}
      </span>
      <span className="text-muted text-sm tabular-nums">{threads.toLocaleString('en-US')}</span>
      <Button variant="ghost" size="small" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        variant="ghost"
        size="small"
        aria-label={`Delete ${name}`}
        disabled={remove.isPending}
        onClick={ask}
      >
        Delete
      </Button>
      {isAsking && (
        <span className="flex w-full flex-wrap items-center gap-2 text-sm">
          <span className="flex-1 basis-60 text-danger">
            {threads === 1
              ? 'One conversation has this label.'
              : `${threads} conversations have this label.`}
          </span>
          <Button
            variant="danger"
            size="small"
            disabled={remove.isPending}
            onClick={() => remove.mutate(id, { onError })}
          >
            Delete anyway
          </Button>
          <Button variant="outline" size="small" onClick={() => setIsAsking(false)}>
            Keep
          </Button>
        </span>
      )}
    </li>
  );
}

function LabelForm({ label, onDone }: { label: CountedLabel | null; onDone: () => void }) {
  const save = useSaveLabel();
  const draft = useDraft<LabelRequest>(`label ${label?.id ?? 'new'}`, (typed) => typed);
  const [{ name, hue }, setValues] = useState<LabelRequest>(
    () => draft.read() ?? { name: label?.name ?? '', hue: label?.hue ?? 'teal' },
  );
  const change = (changed: Partial<LabelRequest>) => {
    const values = { name, hue, ...changed };
    setValues(values);
    draft.save(values);
  };
  const finish = () => {
    draft.clear();
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ fields: { name, hue }, base: label }, { onSuccess: finish });
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <h3 className="font-semibold">{label ? `Change ${label.name}` : 'Add one'}</h3>
      <Field label="Name" error={save.error ? describeRefusal(save.error) : undefined}>
        {(control) => (
          <Input
            {...control}
            dir="auto"
            autoComplete="off"
            maxLength={40}
            placeholder="Refunds"
            value={name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <HueChoice hue={hue} onChoose={(chosen) => change({ hue: chosen })} />
      <div className="flex gap-2">
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : label ? 'Save changes' : 'Add'}
        </Button>
        {label && (
          <Button variant="outline" onClick={finish}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

function HueChoice({ hue, onChoose }: { hue: LabelHue; onChoose: (hue: LabelHue) => void }) {
  return (
    <fieldset className="grid grid-cols-[repeat(4,max-content)] gap-1 sm:flex">
      <legend className="pb-1 font-medium text-sm">Color</legend>
      {hueNames.map((one) => (
        <label
          key={one}
          className={cn(
            'grid size-11 cursor-pointer place-items-center rounded-control border-2 has-focus-visible:outline-2 has-focus-visible:outline-primary md:size-9',
            one === hue ? 'border-primary' : 'border-transparent hover:bg-secondary-soft',
          )}
        >
          <input
            type="radio"
            name="hue"
            aria-label={one}
            checked={one === hue}
            onChange={() => onChoose(one)}
            className="sr-only"
          />
          <LabelDot hue={one} />
        </label>
      ))}
    </fieldset>
  );
}
