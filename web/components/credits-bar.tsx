/** Decorative: the text beside it has the numbers. */
export function CreditsBar({ used, granted }: { used: number; granted: number }) {
  if (granted <= 0) return null;
  const share = Math.min(used / granted, 1);
  return (
    <span aria-hidden className="mt-2 block h-1 overflow-hidden rounded-full bg-secondary-soft">
      <span
        className="block h-full rounded-full bg-current text-primary"
        style={{ width: `${share * 100}%` }}
      />
    </span>
  );
}
