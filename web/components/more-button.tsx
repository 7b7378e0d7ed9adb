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
    <button
      type="button"
      aria-expanded={isShown}
      onClick={onToggle}
      // Where it takes several lines they stand at the bubble's side, as all of the line does.
      className={`${linkStyle} [text-align:inherit]`}
    >
      {children}
    </button>
  );
}
