import { useEffect, useState } from 'react';
import { imageMaxBytes, imageSizeMessage, imageTypeMessage, imageTypes } from '#shared/images.ts';
import { useDraft } from '#web/lib/drafts.ts';

/** A file to upload, `removed` for none any more, or `kept` for whatever there is. */
export type ImageChoice = File | 'removed' | 'kept';

function findProblem({ type, size }: File): string | null {
  if (!imageTypes.includes(type)) return imageTypeMessage;
  return size < imageMaxBytes ? null : imageSizeMessage;
}

/** The picture that a form will save; like what is typed, it survives closing by accident. */
export function useImageChoice(draftName: string) {
  const draft = useDraft<ImageChoice>(draftName);
  const [choice, setChoice] = useState<ImageChoice>(() => draft.read() ?? 'kept');
  const [isRestored] = useState(choice !== 'kept');
  const [problem, setProblem] = useState<string | null>(null);
  const accept = (next: ImageChoice) => {
    setProblem(null);
    setChoice(next);
    if (next === 'kept') draft.forget();
    else draft.keep(next);
  };
  return {
    choice,
    problem,
    isRestored: isRestored && choice !== 'kept',
    choose: (file: File) => {
      const found = findProblem(file);
      if (found) setProblem(found);
      else accept(file);
    },
    remove: () => accept('removed'),
    discard: () => accept('kept'),
    /** After saving. */
    forget: draft.forget,
  };
}

/** The picture to show: as it is saved, or as it will be. */
export function useShownImage(choice: ImageChoice, savedUrl: string | null): string | null {
  const preview = usePreview(choice);
  return choice === 'kept' ? savedUrl : preview;
}

/** An address under which the page itself can show a file. */
function usePreview(choice: ImageChoice): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!(choice instanceof File)) return;
    const preview = URL.createObjectURL(choice);
    setUrl(preview);
    return () => {
      URL.revokeObjectURL(preview);
      setUrl(null);
    };
  }, [choice]);
  return url;
}
