import { RefreshCw } from 'lucide-react';
import { Link } from 'wouter';
import { analyticsRanges } from '#shared/limits.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger } from '#web/components/ui/select.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';
import { cn } from '#web/lib/cn.ts';

export function RangeSwitch({ days, hrefOf }: { days: number; hrefOf: (days: number) => string }) {
  return (
    <nav aria-label="Range" className="flex rounded-[10px] bg-secondary p-1">
      {analyticsRanges.map((range) => (
        <Link
          key={range}
          href={hrefOf(range)}
          aria-current={range === days ? 'true' : undefined}
          className={cn(
            'flex h-[calc(var(--control)-0.5rem)] items-center rounded-[6px] border px-3 font-semibold text-sm transition-colors duration-150',
            range === days
              ? 'bg-surface marked'
              : 'border-transparent text-secondary-muted hover:text-secondary-foreground',
          )}
        >
          {range} days
        </Link>
      ))}
    </nav>
  );
}

const allExperts = 'all';

export function ExpertFilter({
  experts,
  expertId,
  onChange,
}: {
  experts: { id: string; displayName: string }[];
  expertId: string | null;
  onChange: (expertId: string | null) => void;
}) {
  return (
    <Select
      value={expertId ?? allExperts}
      onValueChange={(value) => onChange(value === allExperts ? null : value)}
    >
      <div className="w-44">
        <SelectTrigger aria-label="Expert" />
      </div>
      <SelectContent>
        <SelectItem value={allExperts}>All experts</SelectItem>
        {experts.map(({ id, displayName }) => (
          <SelectItem key={id} value={id}>
            {displayName}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}

export function RefreshButton({
  isFetching,
  onRefresh,
}: {
  isFetching: boolean;
  onRefresh: () => void;
}) {
  return (
    <Tooltip text="Refresh">
      <Button
        variant="outline"
        size="icon"
        aria-label="Refresh"
        aria-busy={isFetching}
        onClick={onRefresh}
      >
        <RefreshCw aria-hidden className={cn(isFetching && 'animate-spin')} />
      </Button>
    </Tooltip>
  );
}
