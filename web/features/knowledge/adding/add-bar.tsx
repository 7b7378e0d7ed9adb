import { FileUp } from 'lucide-react';
import { type ChangeEvent, useId, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { fileHint, fileTypes } from './file-words.ts';
import type { WrittenKind } from './source-values.ts';
import { WriteDialog } from './write-dialog.tsx';

export function AddBar({
  expertId,
  onFiles,
}: {
  expertId: string;
  onFiles: (files: File[]) => void;
}) {
  const id = useId();
  const [written, setWritten] = useState<WrittenKind | null>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])]);
    // Otherwise choosing the same file again fires no event.
    target.value = '';
  };
  return (
    <div className="grid gap-2 rounded-card border border-dashed px-4 py-3.5">
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="file"
          multiple
          accept={fileTypes}
          aria-describedby={`${id}-hint`}
          onChange={choose}
          className="peer sr-only"
        />
        <Button
          asChild
          className="cursor-pointer hover:bg-primary-hover peer-focus-visible:outline-2 peer-focus-visible:outline-primary peer-focus-visible:outline-offset-2"
        >
          <label htmlFor={id}>
            <FileUp aria-hidden />
            Add files
          </label>
        </Button>
        <Button variant="outline" onClick={() => setWritten('text')}>
          Paste text
        </Button>
        <Button variant="outline" onClick={() => setWritten('pair')}>
          Question and answer
        </Button>
        <Button variant="outline" onClick={() => setWritten('page')}>
          Web page
        </Button>
      </div>
      <p id={`${id}-hint`} className="text-muted text-sm">
        Or drop files here. {fileHint}
      </p>
      {written && (
        <WriteDialog kind={written} expertId={expertId} onClose={() => setWritten(null)} />
      )}
    </div>
  );
}
