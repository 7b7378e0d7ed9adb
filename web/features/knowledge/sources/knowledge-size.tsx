import type { SourcesReply } from '#shared/api/knowledge.ts';
import { cn } from '#web/lib/cn.ts';
import { formatExact } from '#web/lib/figures.ts';

/** Of what is live and valid today. */
export function KnowledgeSize({ size }: { size: SourcesReply['size'] }) {
  const { tokens, budget, isGivenWhole } = size;
  return (
    <div className="grid gap-1.5">
      <p>
        <span className="font-medium tabular-nums">{describeShare(size)}</span>{' '}
        <span className="text-muted">{describeGiving(size)}</span>
      </p>
      <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-secondary-soft">
        <span
          className={cn(
            'block h-full rounded-full bg-current',
            isGivenWhole ? 'text-primary' : 'text-accent',
          )}
          style={{ width: `${Math.min(tokens / budget, 1) * 100}%` }}
        />
      </span>
    </div>
  );
}

function describeShare({ tokens, budget }: SourcesReply['size']): string {
  return `${formatExact(tokens)} of ${formatExact(budget)} tokens:`;
}

function describeGiving({ tokens, budget, isGivenWhole }: SourcesReply['size']): string {
  if (tokens === 0) return 'nothing is live and valid today.';
  if (isGivenWhole) return 'all of it is given with each question.';
  return `a search picks what fits, up to ${formatExact(budget)} tokens with each question.`;
}
