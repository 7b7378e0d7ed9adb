import { queryOptions, useQuery } from '@tanstack/react-query';
import { ImageDown, ImageOff, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Message } from '#shared/api/threads.ts';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { sendRequest } from '#web/lib/api-client.ts';

type Attachment = Message['attachments'][number];

/** No larger than this in the conversation; a click shows the whole. */
const most = { width: 260, height: 320 };
/** As large as a finger, however flat the picture. */
const leastPx = 44;

/** Fetched with the account's token, so it has no address that an img could name. It never changes. */
function pictureQuery(threadId: string, id: string) {
  return queryOptions({
    queryKey: ['pictures', id],
    queryFn: async ({ signal }) => {
      const path = `/api/threads/${threadId}/attachments/${id}`;
      return (await sendRequest('GET', path, { signal })).blob();
    },
  });
}

type Props = { attachments: Attachment[]; threadId: string; from: string };

/** What came with a message, in the room it needs from the beginning: nothing moves when it has loaded. */
export function Pictures({ attachments, threadId, from }: Props) {
  return attachments.map((attachment, index) => {
    const place = attachments.length > 1 ? ` ${index + 1} of ${attachments.length}` : '';
    const name = `Picture${place} from ${from}`;
    return attachment.state === 'stored' ? (
      <Picture key={attachment.id} attachment={attachment} threadId={threadId} name={name} />
    ) : (
      <Missing key={attachment.id} icon={attachment.state === 'waiting' ? ImageDown : ImageOff}>
        {attachment.state === 'waiting' ? 'A picture is on its way.' : attachment.reason}
      </Missing>
    );
  });
}

function Picture({
  attachment,
  threadId,
  name,
}: {
  attachment: Attachment;
  threadId: string;
  name: string;
}) {
  const { data: blob, isError, refetch } = useQuery(pictureQuery(threadId, attachment.id));
  const url = useObjectUrl(blob);
  const [isOpen, setIsOpen] = useState(false);
  const box = boxOf(attachment);
  if (isError) {
    return (
      <Missing icon={ImageOff}>
        The picture could not be shown.{' '}
        <button
          type="button"
          className="rounded-xs underline underline-offset-2"
          onClick={() => void refetch()}
        >
          Try again
        </button>
      </Missing>
    );
  }
  return (
    <>
      <button
        type="button"
        disabled={!url}
        onClick={() => setIsOpen(true)}
        aria-label={url ? `${name}, show larger` : `${name}, loading`}
        className="mb-1 block max-w-full overflow-hidden rounded-bubble border bg-secondary-soft"
        style={box}
      >
        {url ? (
          <img src={url} alt="" className="size-full object-contain" />
        ) : (
          <Skeleton className="size-full rounded-none" />
        )}
      </button>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent title={name} className="w-fit max-w-[min(64rem,calc(100vw-2rem))]">
          <img
            src={url}
            alt={name}
            width={attachment.width ?? undefined}
            height={attachment.height ?? undefined}
            className="max-h-[calc(100dvh-10rem)] w-auto max-w-full rounded-control object-contain"
          />
        </DialogContent>
      </Dialog>
    </>
  );
}

function Missing({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="mb-1 flex max-w-[min(36rem,85%)] items-start gap-2 rounded-bubble border border-dashed px-3.5 py-2 text-muted text-sm leading-5">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** Whole pixels: the list moves by its rows' heights. */
function boxOf({ width, height }: Attachment): { width: number; height: number } {
  const whole = { width: width ?? most.width, height: height ?? most.width };
  const scale = Math.min(1, most.width / whole.width, most.height / whole.height);
  return {
    width: Math.max(leastPx, Math.round(whole.width * scale)),
    height: Math.max(leastPx, Math.round(whole.height * scale)),
  };
}

/** Given back when nobody shows it any more. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}
