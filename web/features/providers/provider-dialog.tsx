import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Provider } from '#shared/api/providers.ts';
import { DraftNote } from '#web/components/draft-note.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { useSaveProvider } from './api.ts';
import { ProviderFields } from './provider-fields.tsx';
import {
  createProviderSchema,
  type ProviderValues,
  toProviderRequest,
  toProviderValues,
} from './provider-values.ts';

type Props = {
  /** Null adds one. */
  provider: Provider | null;
  onClose: () => void;
};

/** Cancel discards what was typed; Escape and a click outside keep it as a draft. */
export function ProviderDialog({ provider, onClose }: Props) {
  const isNew = provider === null;
  const formId = useId();
  const save = useSaveProvider(provider?.id ?? null);
  const { form, ...draft } = useDraftedForm<ProviderValues>({
    name: `provider ${provider?.id ?? 'new'}`,
    initial: toProviderValues(provider),
    resolver: zodResolver(createProviderSchema(provider)),
  });
  const finish = () => {
    draft.clear();
    onClose();
  };
  const submit = form.handleSubmit((values) => {
    if (!save.isPending) save.mutate(toProviderRequest(values, isNew), { onSuccess: finish });
  });
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={isNew ? 'Add an AI provider' : `Edit ${provider.displayName}`}
        footer={
          <>
            <Button variant="outline" onClick={finish}>
              Cancel
            </Button>
            <Button type="submit" form={formId} disabled={save.isPending}>
              {save.isPending ? 'Saving...' : isNew ? 'Add provider' : 'Save changes'}
            </Button>
          </>
        }
      >
        <FormProvider {...form}>
          <form id={formId} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
            {draft.isRestored && <DraftNote onDiscard={draft.discard} />}
            <ProviderFields provider={provider} />
          </form>
        </FormProvider>
      </DialogContent>
    </Dialog>
  );
}
