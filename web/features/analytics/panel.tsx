import { ChartNoAxesColumn, Download, Table } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';
import { cn } from '#web/lib/cn.ts';

export const panelStyle = 'min-w-0 overflow-hidden rounded-card border';

export function Panel({
  title,
  hint,
  onDownload,
  view,
  className,
  children,
}: {
  title: string;
  hint: string;
  onDownload: () => void;
  view?: { isTable: boolean; onToggle: () => void };
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const Other = view?.isTable ? ChartNoAxesColumn : Table;
  const otherLabel = `Show ${title} as a ${view?.isTable ? 'chart' : 'table'}`;
  return (
    <section aria-labelledby={id} className={cn(panelStyle, 'bg-surface', className)}>
      <header className="flex items-start justify-between gap-2 py-3 pr-2 pl-4 sm:pr-3 sm:pl-5">
        <div className="min-w-0 pt-1">
          <h2 id={id} className="font-semibold leading-tight">
            {title}
          </h2>
          <p className="text-muted text-sm">{hint}</p>
        </div>
        <div className="flex shrink-0 text-muted">
          {view && (
            <Tooltip text={otherLabel}>
              <Button variant="ghost" size="icon" aria-label={otherLabel} onClick={view.onToggle}>
                <Other aria-hidden />
              </Button>
            </Tooltip>
          )}
          <Tooltip text="Download CSV">
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Download ${title} as CSV`}
              onClick={onDownload}
            >
              <Download aria-hidden />
            </Button>
          </Tooltip>
        </div>
      </header>
      {children}
    </section>
  );
}
