import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

export function EmptyState({
  icon: Icon,
  title,
  description,
  action,
  className,
}: {
  icon: LucideIcon;
  title: string;
  description: string;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={cn(
        'mx-auto grid default:max-w-sm justify-items-center gap-2 default:py-16 text-center',
        className,
      )}
    >
      <span className="mb-2 grid size-12 place-items-center rounded-full bg-primary-soft text-primary-soft-foreground">
        <Icon aria-hidden className="size-5" />
      </span>
      <h2 className="font-semibold text-lg">{title}</h2>
      <p className="text-muted">{description}</p>
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
