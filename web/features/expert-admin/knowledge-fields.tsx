import { useController, useFormContext } from 'react-hook-form';
import { knowledgeBudget, knowledgeModes } from '#shared/api/knowledge.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger } from '#web/components/ui/select.tsx';
import { describeBudget, modeHints, modeLabels } from './describe-knowledge.ts';
import { TextField } from './expert-field.tsx';
import type { ExpertValues } from './expert-values.ts';

const modes = ['automatic', ...knowledgeModes] as const;
const budgets = [2_000, 4_000, knowledgeBudget.usual, 16_000, knowledgeBudget.max];

export function KnowledgeFields() {
  return (
    <>
      <ModeField />
      <BudgetField />
      <TextField
        name="noAnswerText"
        label="When the sources have no answer"
        lines={2}
        hint="Texted instead of an answer. Leave empty for a text of ours, which offers a person."
        placeholder="I don't know that. Text HUMAN to ask a person."
        isOptional
      />
    </>
  );
}

function ModeField() {
  const { control } = useFormContext<ExpertValues>();
  const { field } = useController({ control, name: 'knowledgeMode' });
  const chosen = field.value ?? 'automatic';
  return (
    <Field label="How it keeps to its sources" hint={modeHints[chosen]}>
      {(props) => (
        <Select
          value={chosen}
          onValueChange={(value) => field.onChange(value === 'automatic' ? null : value)}
        >
          <SelectTrigger {...props} ref={field.ref} onBlur={field.onBlur} />
          <SelectContent>
            {modes.map((mode) => (
              <SelectItem key={mode} value={mode}>
                {modeLabels[mode]}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </Field>
  );
}

function BudgetField() {
  const { control } = useFormContext<ExpertValues>();
  const { field } = useController({ control, name: 'knowledgeBudget' });
  // The API may have set another number.
  const choices = [...new Set([...budgets, field.value])].sort((a, b) => a - b);
  return (
    <Field
      label="Given with each question"
      hint="Sources up to this size are given whole, larger ones by a search. More tokens cost more with each answer."
    >
      {(props) => (
        <Select
          value={String(field.value)}
          onValueChange={(value) => field.onChange(Number(value))}
        >
          <SelectTrigger {...props} ref={field.ref} onBlur={field.onBlur} />
          <SelectContent>
            {choices.map((tokens) => (
              <SelectItem key={tokens} value={String(tokens)}>
                {describeBudget(tokens)}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </Field>
  );
}
