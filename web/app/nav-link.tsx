import { Link } from 'wouter';
import { Badge } from '#web/components/ui/badge.tsx';
import { cn } from '#web/lib/cn.ts';
import { isMarked } from './pages.ts';
import type { MenuEntry, SitePage } from './site-page.ts';

export function NavLink({
  page,
  address,
  onPick,
  crises = 0,
}: {
  page: SitePage & MenuEntry;
  address: string;
  onPick?: () => void;
  crises?: number;
}) {
  const { label, icon: Icon } = page;
  const { preload } = page.page;
  const isCurrent = isMarked(page, address);
  return (
    <Link
      href={page.path}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onPick}
      className={cn(
        'flex h-(--control) items-center gap-3 rounded-control border px-2.5 transition-colors duration-150',
        isCurrent
          ? 'bg-surface font-semibold text-foreground marked-row'
          : 'border-transparent font-medium text-muted hover:bg-secondary-soft hover:text-foreground',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {label}
      {crises > 0 && (
        <Badge tone="danger" className="ml-auto tabular-nums">
          {crises}
          <span className="sr-only">{crises === 1 ? ' crisis' : ' crises'}</span>
        </Badge>
      )}
    </Link>
  );
}
