import { useController, useFormContext } from 'react-hook-form';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Label } from '#web/components/ui/label.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import type { ProviderValues } from './provider-values.ts';

export function WebSearchFields() {
  const { control, register, formState } = useFormContext<ProviderValues>();
  const { field } = useController({ control, name: 'useWebSearch' });
  return (
    <div className="grid gap-4 border-t pt-5">
      <div className="flex items-start gap-3">
        <Switch
          id="use-web-search"
          ref={field.ref}
          checked={field.value}
          onCheckedChange={field.onChange}
          onBlur={field.onBlur}
          aria-describedby="use-web-search-hint"
        />
        <div>
          <Label htmlFor="use-web-search">Use web search</Label>
          <p id="use-web-search-hint" className="text-muted text-sm">
            The model may search the web before it answers.
          </p>
        </div>
      </div>
      {(field.value || formState.errors.webSearchDomains) && (
        <Field
          label="Web search domains"
          optional
          hint="Separated by commas, for example nature.com, who.int. Leave empty to search the whole web."
          error={formState.errors.webSearchDomains?.message}
        >
          {(props) => (
            <Input
              {...props}
              {...register('webSearchDomains')}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      )}
    </div>
  );
}
