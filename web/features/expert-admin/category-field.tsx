import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { expertsQuery } from './api.ts';
import type { ExpertValues } from './expert-values.ts';

export function CategoryField() {
  const listId = useId();
  const { register, formState } = useFormContext<ExpertValues>();
  const { data } = useQuery(expertsQuery);
  const inUse = [...new Set(data?.experts.flatMap(({ category }) => category ?? []))].sort();
  return (
    <Field
      label="Category"
      hint="People can filter by category once there are twelve experts."
      error={formState.errors.category?.message}
      optional
    >
      {(control) => (
        <>
          <Input
            {...control}
            {...register('category')}
            dir="auto"
            autoComplete="off"
            list={listId}
            placeholder="Learning"
          />
          <datalist id={listId}>
            {inUse.map((category) => (
              <option key={category} value={category} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
