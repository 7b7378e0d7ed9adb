import { useController, useFormContext } from 'react-hook-form';
import { expertClasses, rulesCheckedOn } from '#shared/disclosure-rules.ts';
import { productName } from '#shared/limits.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger } from '#web/components/ui/select.tsx';
import { ChoiceField } from './choice-field.tsx';
import { classLabels, describeDisclosure } from './describe-honesty.ts';
import { Section, TextField } from './expert-field.tsx';
import type { ExpertValues } from './expert-values.ts';
import { WordsField } from './words-field.tsx';

const classes = expertClasses.map((value) => ({ value, label: classLabels[value] }));
const defaultHours = [0, 1, 2];

export function HonestySection() {
  return (
    <Section
      title="What it says it is"
      description="People are told that an AI answers, and whose."
    >
      <HonestyFields />
    </Section>
  );
}

export function HonestyFields() {
  const { watch } = useFormContext<ExpertValues>();
  const name = watch('displayName') || 'Ada';
  const business = watch('business') || watch('siteName') || productName;
  return (
    <>
      <ChoiceField
        name="class"
        label="Kind of expert"
        choices={classes}
        hint="Laws are stricter for companions, above all with people under 18."
      />
      <TextField
        name="business"
        label="Business behind it"
        placeholder={productName}
        hint={`The first reply begins: "I'm ${name}, an AI from ${business}. Not a person."`}
        isOptional
      />
      <HoursChoice />
      <WordsField />
    </>
  );
}

function HoursChoice() {
  const { control } = useFormContext<ExpertValues>();
  const { field } = useController({ control, name: 'disclosureHours' });
  // The API may have set another number.
  const choices = [...new Set([...defaultHours, field.value])].sort((a, b) => a - b);
  return (
    <Field
      label="How often it says it is an AI"
      hint={`Always in the first reply. No law requires it more often than every three hours (as of ${rulesCheckedOn}).`}
    >
      {(props) => (
        <Select
          value={String(field.value)}
          onValueChange={(value) => field.onChange(Number(value))}
        >
          <SelectTrigger {...props} ref={field.ref} onBlur={field.onBlur} />
          <SelectContent>
            {choices.map((hours) => (
              <SelectItem key={hours} value={String(hours)}>
                {describeDisclosure(hours)}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </Field>
  );
}
