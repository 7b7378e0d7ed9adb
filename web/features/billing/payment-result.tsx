import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

export function PaymentResult({
  icon: Icon,
  tone,
  title,
  children,
  actions,
}: {
  icon: LucideIcon;
  tone: 'primary' | 'neutral';
  title: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    <div className="mx-auto grid min-h-[70dvh] max-w-md grid-cols-1 content-center px-4 py-10">
      <div className="grid grid-cols-1 justify-items-center gap-4 text-center">
        <span
          className={cn(
            'grid size-14 place-items-center rounded-full',
            tone === 'primary'
              ? 'bg-primary-soft text-primary-soft-foreground'
              : 'bg-secondary text-secondary-muted',
          )}
        >
          <Icon aria-hidden className="size-6" />
        </span>
        <h1 className="font-display font-semibold text-3xl leading-tight">{title}</h1>
        {children}
        <div className="mt-2 flex w-full flex-col gap-2 sm:w-auto sm:flex-row">{actions}</div>
      </div>
    </div>
  );
}
