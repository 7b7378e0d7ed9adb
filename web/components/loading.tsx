import { cn } from '#web/lib/cn.ts';

export function Loading({ className }: { className?: string }) {
  return (
    <div
      role="status"
      className={cn(
        'flex default:min-h-below-notice items-center justify-center gap-3 text-muted',
        className,
      )}
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 animate-spin text-primary">
        <circle
          cx="12"
          cy="12"
          r="9"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          opacity="0.2"
        />
        <path
          d="M21 12a9 9 0 0 0-9-9"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      Loading...
    </div>
  );
}
