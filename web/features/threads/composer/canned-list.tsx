import type { CannedReply } from '#shared/api/canned-replies.ts';
import { countSmsSegments } from '#shared/sms.ts';
import { ListOption } from '#web/components/list-option.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { cn } from '#web/lib/cn.ts';
import { describeSegments } from './describe-segments.ts';

/** Floats above the composer, so nothing moves. The focus stays in the field. */
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
  return (
    <div
      data-focus-to="write"
      className="absolute inset-x-2 bottom-full z-10 -mb-1 overflow-hidden rounded-control border bg-surface shadow-float sm:inset-x-4"
    >
      {replies.length === 0 && (
        <p className="px-3 pt-3 text-muted">
          {onManage
            ? 'There are no canned replies yet.'
            : 'There are no canned replies yet. An admin can add some here.'}
        </p>
      )}
      <div
        id={id}
        role="listbox"
        aria-label="Canned replies"
        className={cn('max-h-64 overflow-y-auto', replies.length > 0 && 'p-1')}
      >
        {replies.map((reply, at) => (
          <ListOption
            key={reply.id}
            id={`${id}-${at}`}
            isChosen={at === index}
            onChoose={() => onChoose(reply)}
            className="rounded-[6px] text-foreground"
          >
            <span className="grid min-w-0 flex-1 grid-cols-1">
              <span className="flex items-baseline justify-between gap-3">
                <span dir="auto" title={reply.name} className="truncate font-semibold">
                  {reply.name}
                </span>
                {countsSegments && (
                  <span className="shrink-0 text-muted text-sm">
                    {describeSegments(countSmsSegments(reply.text).segments)}
                  </span>
                )}
              </span>
              <span dir="auto" title={reply.text} className="truncate text-muted text-sm">
                {reply.text}
              </span>
            </span>
          </ListOption>
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
