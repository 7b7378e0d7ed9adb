import { Link } from 'wouter';
import { cn } from '#web/lib/cn.ts';
import type { Measure } from './measures.ts';
import { hrefBehind, type Slice } from './slices.ts';

/** A number that leads to the conversations behind it; none and nothing measured lead nowhere. */
export function MeasuredNumber({
  measure,
  slice,
  label,
  className,
}: {
  measure: Measure;
  slice: Slice;
  /** What the link is called where the number alone would not say; else its column does. */
  label?: string;
  className?: string;
}) {
  const { unit, read, kind } = measure;
  const value = read(slice.figures);
  if (value === null) {
    return (
      <span className={cn('text-muted', className)}>
        <span aria-hidden>–</span>
        <span className="sr-only">nothing measured</span>
      </span>
    );
  }
  const text = unit.write(value);
  const exact = unit.writeExactly(value);
  const title = exact === text ? undefined : exact;
  if (value === 0) return <span className={cn('text-muted', className)}>{text}</span>;
  return (
    <Link
      href={hrefBehind(kind, slice)}
      title={title}
      aria-label={label && `${label}: ${text}`}
      className={cn(
        'rounded-[4px] underline decoration-transparent underline-offset-4 transition-colors duration-150 hover:decoration-current',
        className,
      )}
    >
      {text}
    </Link>
  );
}
