import { cn } from '#web/lib/cn.ts';

export function Logo({
  name,
  imageUrl,
  tone = 'primary',
  className,
}: {
  name: string;
  imageUrl?: string | null;
  /** `wall`: a white tile, for the colored login panel. */
  tone?: 'primary' | 'wall';
  className?: string;
}) {
  return (
    <span className={cn('inline-flex min-w-0 items-center gap-2.5', className)}>
      {imageUrl ? (
        <img src={imageUrl} alt="" className="size-7 shrink-0 rounded-control object-cover" />
      ) : (
        <Leaf tone={tone} />
      )}
      <span
        dir="auto"
        className="min-w-0 font-display font-semibold text-[1.125rem] leading-tight wrap-anywhere"
      >
        {name}
      </span>
    </span>
  );
}

function Leaf({ tone }: { tone: 'primary' | 'wall' }) {
  const colors =
    tone === 'primary' ? 'bg-primary text-primary-foreground' : 'bg-wall-foreground text-wall';
  return (
    <span className={cn('grid size-7 shrink-0 place-items-center rounded-control', colors)}>
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-full">
        <path
          fill="currentColor"
          d="M24 8c-7.6 0-12.5 3.1-12.5 8.4 0 1.4.4 2.6 1.1 3.6 1 .7 2.2 1.1 3.6 1.1C21.5 21.1 24 15.6 24 8Z"
        />
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.9"
          strokeLinecap="round"
          d="M8.3 23.8c1.2-.1 2.7-1.2 4.3-3.1"
        />
      </svg>
    </span>
  );
}
