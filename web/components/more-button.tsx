import type { ReactNode } from 'react';

/** Of what leads on from the quiet line below a message. */
export const linkStyle =
  'rounded-xs underline decoration-dotted underline-offset-2 hover:text-foreground';

/** Words in a line of small print that open into more of it. */
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
    <button type="button" aria-expanded={isShown} onClick={onToggle} className={linkStyle}>
      {children}
    </button>
  );
}
