import { Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { labelKeys, shortcuts } from '#web/keys/shortcuts.ts';
import { isComposing } from '#web/lib/is-composing.ts';

/** Plain Shift and Enter break the line. */
export function isSendAndResolve(event: KeyboardEvent): boolean {
  const hasModifiers = event.shiftKey && (event.ctrlKey || event.metaKey);
  return event.key === 'Enter' && hasModifiers && !isComposing(event);
}

export function SendAndResolve({
  isDisabled,
  onClick,
}: {
  isDisabled: boolean;
  onClick: () => void;
}) {
  const keys = labelKeys(shortcuts.sendAndResolve.keys[0]).join(' ');
  return (
    <Button
      variant="outline"
      size="icon"
      aria-label="Answer and resolve"
      aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
      title={`Answer and resolve (${keys})`}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Check aria-hidden />
    </Button>
  );
}
