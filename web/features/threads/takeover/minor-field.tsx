import type { Thread } from '#shared/api/threads.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatDate } from '#web/lib/format.ts';
import { useForgetMinor } from './takeover-api.ts';

/** They said so to an expert; it may be a mistake. */
export function MinorField({ thread, since }: { thread: Thread; since: string }) {
  const { mutate, isPending } = useForgetMinor(thread);
  return (
    <div className="grid justify-items-start gap-2">
      <span>Stated on {formatDate(since)}</span>
      <Button variant="outline" size="small" disabled={isPending} onClick={() => mutate()}>
        Not under 18
      </Button>
    </div>
  );
}
