import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { Radio } from '#web/components/ui/radio.tsx';
import { useColorScheme } from '#web/lib/color-scheme.ts';

const schemes = [
  { scheme: 'system', label: 'System', icon: Monitor },
  { scheme: 'light', label: 'Light', icon: Sun },
  { scheme: 'dark', label: 'Dark', icon: Moon },
] as const;

export function Appearance() {
  const group = useId();
  const { scheme: current, setScheme } = useColorScheme();
  return (
    <div
      role="radiogroup"
      aria-label="Appearance"
      className="grid max-w-sm grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] rounded-[10px] bg-secondary-soft p-1"
    >
      {schemes.map(({ scheme, label, icon: Icon }) => (
        <label
          key={scheme}
          htmlFor={`${group}-${scheme}`}
          className="flex h-(--control) cursor-pointer items-center justify-center gap-2 rounded-control border border-transparent font-semibold text-muted transition-colors duration-150 hover:text-foreground px-1 has-checked:border-line has-checked:bg-surface has-checked:marked has-checked:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-2"
        >
          <Radio
            id={`${group}-${scheme}`}
            name={group}
            value={scheme}
            checked={scheme === current}
            onChange={() => setScheme(scheme)}
            className="sr-only"
          />
          <Icon aria-hidden className="size-4" />
          {label}
        </label>
      ))}
    </div>
  );
}
