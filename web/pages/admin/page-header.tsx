import type { ReactNode } from 'react';

export const listStyle = 'divide-y divide-line overflow-hidden rounded-card border bg-surface';

export function AdminPageHeader({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div>
        <h1 className="font-semibold text-2xl leading-tight">{title}</h1>
        <p className="text-muted">{description}</p>
      </div>
      {children}
    </header>
  );
}
