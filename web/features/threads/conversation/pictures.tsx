import { queryOptions, useQuery } from '@tanstack/react-query';
import { ImageDown, ImageOff, type LucideIcon } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Message } from '#shared/api/messages.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { sendRequest } from '#web/lib/api-client.ts';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';

/** Dialogs would add 14 kB to a thread's first load. */
const PictureViewer = lazyPage(() =>
  import('./picture-viewer.tsx').then((module) => module.PictureViewer),
);

type Attachment = Message['attachments'][number];

const maxSize = { width: 260, height: 320 };
/** A touch target, even for a flat picture. */
const minSidePx = 44;

/** An img can't send the token that it needs. */
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

/** Each takes its final size before it loads. */
export function Pictures({ attachments, threadId, from }: Props) {
  return attachments.map((attachment, index) => {
    const place = attachments.length > 1 ? ` ${index + 1} of ${attachments.length}` : '';
    const name = `Picture${place} from ${from}`;
    return attachment.state === 'stored' ? (
      <Picture key={attachment.id} attachment={attachment} threadId={threadId} name={name} />
    ) : (
      <PicturePlaceholder
        key={attachment.id}
        icon={attachment.state === 'waiting' ? ImageDown : ImageOff}
      >
        {attachment.state === 'waiting' ? 'A picture is loading.' : attachment.reason}
      </PicturePlaceholder>
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
  const viewer = useDialogAddress('picture');
  const box = fitBox(attachment);
  if (isError) {
    return (
      <PicturePlaceholder icon={ImageOff}>
        Unable to load the picture.{' '}
        <button
          type="button"
          className="rounded-xs underline underline-offset-2"
          onClick={() => void refetch()}
        >
          Try again
        </button>
      </PicturePlaceholder>
    );
  }
  return (
    <>
      <button
        type="button"
        disabled={!url}
        onPointerEnter={PictureViewer.preload}
        onFocus={PictureViewer.preload}
        onClick={() => viewer.open(attachment.id)}
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
      {viewer.value === attachment.id && url && (
        <Suspense fallback={null}>
          <PictureViewer
            name={name}
            url={url}
            width={attachment.width ?? undefined}
            height={attachment.height ?? undefined}
            onClose={viewer.close}
          />
        </Suspense>
      )}
    </>
  );
}

function PicturePlaceholder({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="mb-1 flex max-w-[min(36rem,85%)] items-start gap-2 rounded-bubble border border-dashed px-3.5 py-2 text-muted text-sm leading-5">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** In whole pixels, as the list needs them. */
function fitBox({ width, height }: Attachment): { width: number; height: number } {
  const full = { width: width ?? maxSize.width, height: height ?? maxSize.width };
  const scale = Math.min(1, maxSize.width / full.width, maxSize.height / full.height);
  return {
    width: Math.max(minSidePx, Math.round(full.width * scale)),
    height: Math.max(minSidePx, Math.round(full.height * scale)),
  };
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const objectUrl = URL.createObjectURL(blob);
    setUrl(objectUrl);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(objectUrl);
    };
  }, [blob]);
  return url;
}
