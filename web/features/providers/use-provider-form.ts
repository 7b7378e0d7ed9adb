import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import type { Provider } from '#shared/api/providers.ts';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { useMergedEdit } from '#web/lib/use-merged-edit.ts';
import { useSaveProvider } from './api.ts';
import {
  createProviderSchema,
  type ProviderValues,
  toCreateRequest,
  toProviderValues,
  toUpdateRequest,
} from './provider-values.ts';

/** @param provider null adds one. */
export function useProviderForm(provider: Provider | null, { onClose }: { onClose: () => void }) {
  const latestBase = useRef(provider);
  const save = useSaveProvider({ isNew: provider === null });
  const { form, base, rebase, ...draft } = useDraftedForm<ProviderValues, Provider | null>({
    name: `provider ${provider?.id ?? 'new'}`,
    base: provider,
    toValues: toProviderValues,
    secrets: ['apiKey'],
    resolver: (...input) => zodResolver(createProviderSchema(latestBase.current))(...input),
  });
  latestBase.current = base;
  const finish = () => {
    draft.clear();
    onClose();
  };
  const send = (values: ProviderValues, from: Provider | null) => {
    const body = from ? toUpdateRequest(values) : toCreateRequest(values);
    const onError = (error: Error) => void merged.merge(error, { base: from, mine: values });
    save.mutate({ body, base: from }, { onSuccess: finish, onError });
  };
  const merged = useMergedEdit<ProviderValues, Provider | null>({
    toValues: toProviderValues,
    rebase,
    save: send,
  });
  return {
    form,
    base,
    isSaving: save.isPending,
    isRestored: draft.isRestored,
    discard: draft.discard,
    submit: form.handleSubmit((values) => send(values, base)),
    cancel: finish,
    contest: merged.contest,
    choose: merged.choose,
    finish: merged.finish,
  };
}
