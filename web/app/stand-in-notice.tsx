import { useBranding } from '#web/branding/use-branding.ts';

const listNames = new Intl.ListFormat('en', { type: 'conjunction' });

/** Its height is `--notice` in styles.css. */
export function StandInNotice() {
  const { standIns } = useBranding();
  if (standIns.length === 0) return null;
  return (
    <aside
      aria-label="Sandbox"
      className="stand-in-notice sticky top-0 z-50 grid h-(--notice) place-items-center bg-danger px-4 text-center font-semibold text-danger-foreground text-xs leading-tight sm:text-sm"
    >
      <p>Not everything here is real: the sandbox stands in for {listNames.format(standIns)}.</p>
    </aside>
  );
}
