import { CheckboxField } from './checkbox-field.tsx';

/** Off by default, because the terms promise one reply per message. */
export function BurstsField() {
  return (
    <CheckboxField
      name="answersBursts"
      label="Answer waiting texts with one reply"
      hint="All texts waiting when an answer starts get one reply and cost one message. When off, each text gets its own reply."
    />
  );
}
