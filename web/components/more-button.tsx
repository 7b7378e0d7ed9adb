import type { ReactNode } from 'react';

/** For links in the small line below a message. */
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
      // Several lines align with the rest of the line, at the bubble's side.
      className={`${linkStyle} [text-align:inherit]`}
    >
      {children}
    </button>
  );
}
