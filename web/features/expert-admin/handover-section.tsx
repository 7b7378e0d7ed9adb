import { pausesAfterText } from '#shared/api/experts.ts';
import { ChoiceField } from './choice-field.tsx';
import { pauseLabels } from './describe-handover.ts';
import { Section, TextField } from './expert-field.tsx';
import { HoursField } from './hours-field.tsx';

const pauses = pausesAfterText.map((value) => ({ value, label: pauseLabels[value] }));

export function HandoverSection({ id }: { id?: string }) {
  return (
    <Section
      {...(id && { id })}
      title="Handover"
      description="When a person answers instead of the AI."
    >
      <ChoiceField name="pauseAfterText" label="After an admin's own text" choices={pauses} />
      <TextField
        name="humanWords"
        label="Texts that ask for a person"
        lines={2}
        hint='One a line, besides AGENT, HUMAN, "talk to a person" and their like. A whole text must match.'
        placeholder="Call me back"
        isOptional
      />
      <HoursField />
    </Section>
  );
}
