import { Copy } from 'lucide-react';
import { toast } from '#web/lib/toast.ts';
import { Button } from './ui/button.tsx';
import { Tooltip } from './ui/tooltip.tsx';

export async function copyText(text: string, copiedTitle: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: copiedTitle });
  } catch {
    // Browsers refuse without https or permission.
    toast({ title: 'Copy it by hand', description: text, variant: 'destructive' });
  }
}

export function CopyButton({
  text,
  label,
  copiedTitle,
}: {
  text: string;
  label: string;
  copiedTitle: string;
}) {
  return (
    <Tooltip text={label}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        onClick={() => copyText(text, copiedTitle)}
      >
        <Copy aria-hidden />
      </Button>
    </Tooltip>
  );
}
