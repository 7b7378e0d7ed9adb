import { useId } from 'react';
import { Switch } from '#web/components/ui/switch.tsx';
import { useOpensNext } from '#web/session/opens-next.ts';

export function DeskHabits() {
  const id = useId();
  const { isOn, setOn } = useOpensNext();
  return (
    <div className="flex max-w-xl items-start gap-4">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-semibold">
          After resolving, open the next conversation that waits
        </label>
        <p id={`${id}-note`} className="text-muted text-sm">
          If no one waits for a person, the next one of the list opens.
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-note`} checked={isOn} onCheckedChange={setOn} />
    </div>
  );
}
