import { pausesAfterText } from '#shared/api/experts.ts';
import { HoursField } from '#web/components/hours-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { pauseLabels } from './describe-handover.ts';
import { Section, TextField } from './expert-field.tsx';

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
        hint='One per line, besides AGENT, HUMAN, "talk to a person" and the like. Only a whole text counts.'
        placeholder="Call me back"
        isOptional
      />
      <HoursField
        name="openingHours"
        legend="Opening hours"
        hint="A person who asks for a human is told when one will answer or, without hours, as soon as possible. Hours can end after midnight, like 22:00–02:00."
      />
    </Section>
  );
}
