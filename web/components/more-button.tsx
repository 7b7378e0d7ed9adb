import type { ReactNode } from 'react';

export const linkStyle =
  'rounded-xs underline decoration-dotted underline-offset-2 hover:text-foreground';

export function MoreButton({
  isShown,
  onToggle,
  children,
}: {
  isShown: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-expanded={isShown}
      onClick={onToggle}
      // Wrapped lines keep to the bubble's side.
      className={`${linkStyle} [text-align:inherit]`}
    >
      {children}
    </button>
  );
}
