import { useEffect, useRef } from 'react';
import type { CannedReply } from '#shared/api/canned-replies.ts';
import { countSmsSegments } from '#shared/sms.ts';
import { Button } from '#web/components/ui/button.tsx';
import { cn } from '#web/lib/cn.ts';
import { describeSegments } from './message-labels.ts';

/** Floats above the composer, so that nothing moves. The focus stays in the composer's field. */
export function CannedList({
  id,
  replies,
  index,
  countsSegments,
  onChoose,
  onManage,
}: {
  id: string;
  replies: CannedReply[];
  index: number;
  countsSegments: boolean;
  onChoose: (reply: CannedReply) => void;
  /** Null for agents, who may not. */
  onManage: (() => void) | null;
}) {
  const chosen = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  return (
    <div className="absolute inset-x-4 bottom-full z-10 mb-2 overflow-hidden rounded-control border bg-surface shadow-float sm:inset-x-6">
      {replies.length === 0 && (
        <p className="px-3 pt-3 text-muted">There are no canned replies yet.</p>
      )}
      <div
        id={id}
        role="listbox"
        aria-label="Canned replies"
        className={cn('max-h-64 overflow-y-auto', replies.length > 0 && 'p-1')}
      >
        {replies.map((reply, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={reply.id}
            ref={at === index ? chosen : null}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(reply)}
            className={cn(
              'grid min-h-11 cursor-default content-center rounded-[6px] px-2 py-1',
              at === index ? 'bg-primary-soft' : 'hover:bg-secondary-soft',
            )}
          >
            <span className="flex items-baseline justify-between gap-3">
              <span dir="auto" className="truncate font-semibold">
                {reply.name}
              </span>
              {countsSegments && (
                <span className="shrink-0 text-muted text-sm">
                  {describeSegments(countSmsSegments(reply.text).segments)}
                </span>
              )}
            </span>
            <span dir="auto" className="truncate text-muted text-sm">
              {reply.text}
            </span>
          </div>
        ))}
      </div>
      {onManage && (
        <div className="border-t p-1">
          <Button variant="ghost" size="small" onClick={onManage}>
            {replies.length === 0 ? 'Add a canned reply' : 'Manage canned replies'}
          </Button>
        </div>
      )}
    </div>
  );
}
