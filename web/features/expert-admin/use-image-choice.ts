import { useEffect, useRef, useState } from 'react';
import { imageMaxBytes, imageSizeMessage, imageTypeMessage, imageTypes } from '#shared/images.ts';
import { useDraft } from '#web/lib/drafts.ts';

export type ImageChoice = File | 'removed' | 'unchanged';

function findProblem({ type, size }: File): string | null {
  if (!imageTypes.includes(type)) return imageTypeMessage;
  return size < imageMaxBytes ? null : imageSizeMessage;
}

export function useImageChoice(draftName: string) {
  const draft = useDraft<ImageChoice>(draftName);
  const [choice, setChoice] = useState<ImageChoice>(() => draft.read() ?? 'unchanged');
  const latest = useRef(choice);
  const [isRestored] = useState(choice !== 'unchanged');
  const [problem, setProblem] = useState<string | null>(null);
  const accept = (next: ImageChoice) => {
    setProblem(null);
    setChoice(next);
    latest.current = next;
    if (next === 'unchanged') draft.clear();
    else draft.save(next);
  };
  return {
    choice,
    /** For callbacks from an earlier render. */
    readLatest: () => latest.current,
    problem,
    isRestored: isRestored && choice !== 'unchanged',
    choose: (file: File) => {
      const found = findProblem(file);
      if (found) setProblem(found);
      else accept(file);
    },
    remove: () => accept('removed'),
    discard: () => accept('unchanged'),
    /** After saving. */
    clear: draft.clear,
  };
}

export function useShownImage(choice: ImageChoice, savedUrl: string | null): string | null {
  const preview = usePreview(choice);
  return choice === 'unchanged' ? savedUrl : preview;
}

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
