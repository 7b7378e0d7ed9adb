import type { LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { cn } from '#web/lib/cn.ts';

export type NavItem = {
  href: string;
  label: string;
  icon: LucideIcon;
  isActive: (path: string) => boolean;
  /** Fetches the page ahead. */
  preload: () => void;
};

export function NavLink({
  item,
  path,
  onPick,
}: {
  item: NavItem;
  path: string;
  onPick?: () => void;
}) {
  const { href, label, icon: Icon, isActive, preload } = item;
  const isCurrent = isActive(path);
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onPick}
      className={cn(
        'flex h-(--control) items-center gap-3 rounded-control border px-2.5 transition-colors duration-150',
        isCurrent
          ? 'bg-surface font-semibold text-foreground'
          : 'border-transparent font-medium text-muted hover:bg-secondary-soft hover:text-foreground',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {label}
    </Link>
  );
}
