import { useController, useFormContext } from 'react-hook-form';
import { chooseModel } from '#shared/ai-models.ts';
import { type AiProviderKey, aiProviderKeys, aiProviderNames } from '#shared/ai-providers.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger } from '#web/components/ui/select.tsx';
import type { ProviderValues } from './provider-values.ts';

export function VendorSelect() {
  const { control, getValues, setValue } = useFormContext<ProviderValues>();
  const { field, fieldState } = useController({ control, name: 'key' });
  const choose = (next: AiProviderKey) => {
    // An untouched default model follows the vendor; a typed one stays.
    const model = getValues('model').trim();
    const now = new Date();
    if (model === '' || model === chooseModel(field.value, now))
      setValue('model', chooseModel(next, now));
    field.onChange(next);
  };
  return (
    <Field label="AI vendor" error={fieldState.error?.message}>
      {(props) => (
        <Select value={field.value} onValueChange={choose}>
          <SelectTrigger {...props} ref={field.ref} onBlur={field.onBlur} />
          <SelectContent>
            {aiProviderKeys.map((key) => (
              <SelectItem key={key} value={key}>
                {aiProviderNames[key]}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </Field>
  );
}
