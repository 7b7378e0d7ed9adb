import { TriangleAlert } from 'lucide-react';
import { cn } from '#web/lib/cn.ts';
import { Button } from './ui/button.tsx';

export function ErrorState({
  title,
  description,
  onRetry,
  isRetrying,
  retryLabel = 'Try again',
  className,
}: {
  title: string;
  description: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  retryLabel?: string;
  className?: string;
}) {
  return (
    <div
      role="alert"
      className={cn(
        'mx-auto grid max-w-sm justify-items-center gap-2 default:py-16 text-center',
        className,
      )}
    >
      <span className="mb-2 grid size-12 place-items-center rounded-full bg-danger-soft text-danger">
        <TriangleAlert aria-hidden className="size-5" />
      </span>
      <h2 className="font-semibold text-lg">{title}</h2>
      <p className="text-muted wrap-anywhere">{description}</p>
      {onRetry && (
        <Button variant="outline" className="mt-4" onClick={onRetry} disabled={isRetrying}>
          {isRetrying ? 'Trying...' : retryLabel}
        </Button>
      )}
    </div>
  );
}
