import { cn } from '#web/lib/cn.ts';

const delays = ['0ms', '150ms', '300ms'];

/** Decorative: the line below says the same. */
export function TypingDots({ className }: { className: string }) {
  return (
    <div aria-hidden className={cn('flex h-9 items-center gap-1.5 rounded-bubble px-4', className)}>
      {delays.map((delay) => (
        <span
          key={delay}
          className="size-1.5 animate-pulse rounded-full bg-current"
          style={{ animationDelay: delay }}
        />
      ))}
    </div>
  );
}
