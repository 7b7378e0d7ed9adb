import { type FormEvent, useState } from 'react';
import type { ViewFilters } from '#shared/api/saved-views.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { describeRefusal } from '#web/lib/refused-field.ts';
import { toast } from '#web/lib/toast.ts';
import { useIsAdmin } from '#web/session/roles.ts';
import { useCreateView } from './views-api.ts';

export function SaveViewForm({ filters, onSaved }: { filters: ViewFilters; onSaved: () => void }) {
  const isAdmin = useIsAdmin();
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const save = useCreateView();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      toast({ title: 'View saved' });
      onSaved();
    };
    save.mutate({ name, isShared, filters }, { onSuccess });
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-2 border-t px-2 pt-3 pb-2">
      <Field label="Save this list as" error={save.error ? describeRefusal(save.error) : undefined}>
        {(control) => (
          <Input
            {...control}
            dir="auto"
            autoComplete="off"
            maxLength={60}
            placeholder="Waiting refunds"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      {isAdmin && (
        <span className="flex min-h-9 items-center gap-2">
          <Checkbox
            id="share-view"
            checked={isShared}
            onCheckedChange={(checked) => setIsShared(checked === true)}
          />
          <label htmlFor="share-view">Share with the whole team</label>
        </span>
      )}
      <Button type="submit" size="small" disabled={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save view'}
      </Button>
    </form>
  );
}
