import { Reply } from 'lucide-react';
import type { Message } from '#shared/api/messages.ts';

export function QuotedMessage({ message }: { message: Message }) {
  const { quoted } = message;
  if (!quoted) return null;
  return (
    <p className="flex max-w-[min(36rem,85%)] items-center gap-1 pb-1 text-muted text-sm leading-5">
      <Reply aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 truncate">Reply to: {quoted.body || '[Picture]'}</span>
    </p>
  );
}
