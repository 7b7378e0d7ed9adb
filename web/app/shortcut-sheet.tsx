import { useId } from 'react';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { isSingleKey, labelKeys, type Shortcut, shortcuts } from '#web/keys/shortcuts.ts';
import { useSingleKeys } from '#web/keys/single-keys.ts';
import { cn } from '#web/lib/cn.ts';

const groups = Map.groupBy(Object.values<Shortcut>(shortcuts), ({ where }) => where);

/** Other names of states appear while typing. */
const searchOperators = [
  ['is:failed', 'Failed, waiting, unread, mine …'],
  ['label:', 'With a label'],
  ['expert:', 'With an expert'],
  ['assigned:', 'Assigned to a colleague'],
  ['channel:', 'On a channel'],
  ['since: before:', 'From a day on, and before one'],
] as const;

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { isOn, setOn } = useSingleKeys();
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title="Keyboard" className="max-w-2xl">
        <SingleKeySwitch {...{ isOn, setOn }} />
        <div className="gap-x-10 sm:columns-2">
          {[...groups].map(([where, ofPlace]) => (
            <section key={where} aria-label={where} className="break-inside-avoid pt-6">
              <h3 className="pb-1 font-semibold text-muted text-sm">{where}</h3>
              <dl>
                {ofPlace.map((shortcut) => (
                  <Row key={shortcut.does} shortcut={shortcut} isOn={isOn} />
                ))}
              </dl>
            </section>
          ))}
          <section aria-label="In the search" className="break-inside-avoid pt-6">
            <h3 className="pb-1 font-semibold text-muted text-sm">In the search</h3>
            <dl>
              {searchOperators.map(([typed, does]) => (
                <div
                  key={typed}
                  className="flex min-h-9 items-center justify-between gap-4 border-b py-1 last:border-b-0"
                >
                  <dt>{does}</dt>
                  <dd className="shrink-0 text-muted text-sm">{typed}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function SingleKeySwitch({ isOn, setOn }: ReturnType<typeof useSingleKeys>) {
  const id = useId();
  return (
    <div className="flex items-center gap-4 rounded-xl bg-sunken px-4 py-3">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-semibold">
          Keyboard shortcuts
        </label>
        <p id={`${id}-note`} className="text-muted text-sm">
          {isOn
            ? 'If you press single keys by accident, turn them off in this browser.'
            : `Single keys are off in this browser. ${labelKeys('Mod+k').join(' ')} leads back here.`}
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-note`} checked={isOn} onCheckedChange={setOn} />
    </div>
  );
}

function Row({ shortcut, isOn }: { shortcut: Shortcut; isOn: boolean }) {
  const working = shortcut.keys.filter((press) => isOn || !isSingleKey(press));
  const isOff = working.length === 0;
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-b py-1 last:border-b-0">
      <dt className={cn(isOff && 'text-muted')}>{shortcut.does}</dt>
      <dd className="flex shrink-0 gap-2">
        {isOff && <span className="text-muted text-sm">Off</span>}
        {working.map((press) => (
          <KeyPress key={press} press={press} />
        ))}
      </dd>
    </div>
  );
}

function KeyPress({ press }: { press: string }) {
  return (
    <span className="flex gap-1">
      {labelKeys(press).map((label) => (
        <kbd
          key={label}
          className="min-w-6 rounded-[5px] border bg-sunken px-1.5 text-center font-sans text-muted text-sm leading-6"
        >
          {label}
        </kbd>
      ))}
    </span>
  );
}
