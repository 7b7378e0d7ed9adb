import { Link } from 'wouter';
import { cn } from '#web/lib/cn.ts';
import { type FigureRow, hrefOfConversations } from './figure-rows.ts';
import type { Measure } from './measures.ts';

export function FigureLink({
  measure,
  row,
  label,
  className,
}: {
  measure: Measure;
  row: FigureRow;
  /** Names the link where no column header does. */
  label?: string;
  className?: string;
}) {
  const { unit, read, kind } = measure;
  const value = read(row.figures);
  if (value === null) {
    return (
      <span className={cn('text-muted', className)}>
        <span aria-hidden>–</span>
        <span className="sr-only">no data</span>
      </span>
    );
  }
  const text = unit.write(value);
  const exact = unit.writeExactly(value);
  const title = exact === text ? undefined : exact;
  if (value === 0) return <span className={cn('text-muted', className)}>{text}</span>;
  return (
    <Link
      href={hrefOfConversations(kind, row)}
      title={title}
      aria-label={label && `${label}: ${text}`}
      className={cn(
        'inline-block min-h-6 min-w-6 rounded-[4px] underline decoration-transparent underline-offset-4 transition-colors duration-150 hover:decoration-current',
        className,
      )}
    >
      {text}
    </Link>
  );
}
