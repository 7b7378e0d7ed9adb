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
  type ProviderValues,
  providerFormSchema,
  providerRequest,
  providerValues,
} from './provider-values.ts';

type Props = {
  /** Null: add one. */
  provider: Provider | null;
  onClose: () => void;
};

/** Escape and a click beside it keep what was typed; Cancel does not. */
export function ProviderDialog({ provider, onClose }: Props) {
  const isNew = provider === null;
  const formId = useId();
  const save = useSaveProvider(provider?.id ?? null);
  const { form, ...draft } = useDraftedForm<ProviderValues>({
    name: `provider ${provider?.id ?? 'new'}`,
    initial: providerValues(provider),
    resolver: zodResolver(providerFormSchema(provider)),
  });
  const finish = () => {
    draft.forget();
    onClose();
  };
  const submit = form.handleSubmit((values) => {
    if (!save.isPending) save.mutate(providerRequest(values, isNew), { onSuccess: finish });
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
