import { Check, Tag, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { useSingleKeys } from '#web/keys/single-keys.ts';

/** What can be done to all that are selected. */
export function SelectionActions({
  isBusy,
  onResolve,
  onAssign,
  onLabel,
}: {
  isBusy: boolean;
  onResolve: () => void;
  onAssign: () => void;
  onLabel: () => void;
}) {
  const hasKeys = useSingleKeys().isOn;
  const button = (label: string, key: string, icon: ReactNode, onClick: () => void) => (
    <Button
      variant="ghost"
      size="small"
      className="px-2"
      aria-keyshortcuts={hasKeys ? key : undefined}
      aria-disabled={isBusy}
      onClick={onClick}
    >
      {icon}
      {label}
    </Button>
  );
  return (
    <>
      {button('Resolve', 'e', <Check aria-hidden />, onResolve)}
      {button('Assign to me', 'a', <UserCheck aria-hidden />, onAssign)}
      {button('Label', 'l', <Tag aria-hidden />, onLabel)}
    </>
  );
}
