import { Check, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { CountedView } from '#shared/api/saved-views.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { toast } from '#web/lib/toast.ts';
import { useDeleteView, useRenameView } from './views-api.ts';

export function ViewEditor({ view }: { view: CountedView }) {
  const [name, setName] = useState(view.name);
  const rename = useRenameView();
  const remove = useDeleteView();
  const report = (error: Error) =>
    toast({ title: 'Update failed', description: describeRefusal(error), variant: 'destructive' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ id: view.id, name }, { onError: report });
  };
  return (
    <form noValidate onSubmit={submit} className="flex items-center gap-1 py-1">
      <Input
        aria-label={`Name of ${view.name}`}
        dir="auto"
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button
        type="submit"
        variant="ghost"
        size="icon"
        aria-label={`Rename ${view.name}`}
        disabled={rename.isPending || name.trim() === view.name}
      >
        <Check aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Delete ${view.name}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate(view.id, { onError: report })}
      >
        <Trash2 aria-hidden />
      </Button>
    </form>
  );
}
