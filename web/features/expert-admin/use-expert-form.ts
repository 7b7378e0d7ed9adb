import { useRef } from 'react';
import type { Expert } from '#shared/api/experts.ts';
import { listChanges } from '#web/lib/merge-edits.ts';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { useMergedEdit } from '#web/lib/use-merged-edit.ts';
import { useSaveExpert } from './api.ts';
import {
  createExpertResolver,
  type ExpertValues,
  findTakenField,
  toExpertRequest,
  toExpertValues,
} from './expert-values.ts';
import { type ImageChoice, useImageChoice } from './use-image-choice.ts';

/**
 * @param expert null creates one.
 * @param onClose a page has none: its form stays open.
 */
export function useExpertForm(expert: Expert | null, { onClose }: { onClose?: () => void } = {}) {
  const isNew = expert === null;
  const draftName = `expert ${expert?.id ?? 'new'}`;
  const image = useImageChoice(`${draftName} image`);
  const { form, base, rebase, ...draft } = useDraftedForm<ExpertValues, Expert | null>({
    name: draftName,
    base: expert,
    toValues: toExpertValues,
    resolver: createExpertResolver(isNew),
  });
  const clearDrafts = () => {
    draft.clear();
    image.clear();
  };
  const sentImage = useRef<ImageChoice>('unchanged');
  const isSentImage = () => image.readLatest() === sentImage.current;
  const isAsSent = () => !draft.hasTyped() && isSentImage();
  const save = useSaveExpert({ onSaved: () => isAsSent() && clearDrafts() });
  const send = (values: ExpertValues, from: Expert | null) => {
    const fields = toExpertRequest(values, from);
    sentImage.current = image.choice;
    if (image.choice === 'removed') fields.imageUrl = '';
    const file = image.choice instanceof File ? image.choice : null;
    const onError = (error: Error) => {
      if (merged.merge(error, { base: from, mine: values })) return;
      const taken = findTakenField(error);
      if (taken) form.setError(taken.name, taken, { shouldFocus: true });
    };
    const onSuccess = (saved: Expert) => {
      if (!isAsSent()) goOn(saved);
      else if (onClose) onClose();
      else startOver(saved);
    };
    save.mutate({ fields, base: from, image: file }, { onSuccess, onError });
  };
  /** Keeps what was typed or chosen during the save. */
  const goOn = (saved: Expert) => {
    rebase(saved, toExpertValues(saved));
    if (isSentImage()) image.discard();
  };
  const startOver = (newBase: Expert | null) => {
    draft.startOver(newBase);
    image.discard();
  };
  const merged = useMergedEdit<ExpertValues, Expert | null>({
    toValues: toExpertValues,
    rebase,
    save: send,
  });
  return {
    form,
    image,
    base,
    startOver,
    isSaving: save.isPending,
    isRestored: draft.isRestored || image.isRestored,
    hasChanges: () =>
      image.choice !== 'unchanged' ||
      Object.keys(listChanges(toExpertValues(base), form.getValues())).length > 0,
    submit: form.handleSubmit((values) => {
      draft.noteSent();
      send(values, base);
    }),
    cancel: () => {
      clearDrafts();
      onClose?.();
    },
    discard: () => startOver(expert),
    ...merged,
  };
}
