import { Button } from '#web/components/ui/button.tsx';
import { useAnnounced } from '#web/lib/announce.ts';
import { formatBytes } from './file-words.ts';
import type { Upload } from './use-uploads.ts';

export function UploadList({
  uploads,
  onRetry,
  onRemove,
}: {
  uploads: Upload[];
  onRetry: (upload: Upload) => void;
  onRemove: (id: number) => void;
}) {
  const left = uploads.filter(({ state }) => state !== 'failed').length;
  useAnnounced(left > 0 ? `Uploading, ${left === 1 ? '1 file' : `${left} files`} left` : '');
  return (
    <ul aria-label="Uploads" className="grid gap-2 empty:hidden">
      {uploads.map((upload) => (
        <UploadItem
          key={upload.id}
          upload={upload}
          onRetry={() => onRetry(upload)}
          onRemove={() => onRemove(upload.id)}
        />
      ))}
    </ul>
  );
}

function UploadItem({
  upload: { file, state, problem, canRetry },
  onRetry,
  onRemove,
}: {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}) {
  return (
    <li className="grid gap-1.5 rounded-control border bg-surface px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
          <span className="font-medium">{file.name}</span>{' '}
          <span className="text-muted text-sm">{formatBytes(file.size)}</span>
        </p>
        {state === 'failed' ? (
          <span className="flex gap-2">
            {canRetry && (
              <Button
                variant="outline"
                size="small"
                aria-label={`Upload ${file.name} again`}
                onClick={onRetry}
              >
                Try again
              </Button>
            )}
            <Button
              variant="ghost"
              size="small"
              aria-label={`Dismiss ${file.name}`}
              onClick={onRemove}
            >
              Dismiss
            </Button>
          </span>
        ) : (
          <span className="text-muted text-sm">
            {state === 'sending' ? 'Uploading...' : 'Waiting'}
          </span>
        )}
      </div>
      {state === 'sending' && <Progress />}
      {problem && (
        <p role="alert" className="text-danger text-sm wrap-anywhere">
          Not added: {problem}
        </p>
      )}
    </li>
  );
}

/** Decorative: fetch does not tell how much has left. */
function Progress() {
  return (
    <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-secondary-soft">
      <span className="block h-full w-full animate-pulse rounded-full bg-current text-primary motion-reduce:animate-none" />
    </span>
  );
}
