import { useId } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Provider } from '#shared/api/providers.ts';
import { DraftNote } from '#web/components/draft-note.tsx';
import { EditActions, EditChoices } from '#web/components/edit-choices.tsx';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { listContestedFields } from './contested-fields.ts';
import { ProviderFields } from './provider-fields.tsx';
import type { ProviderValues } from './provider-values.ts';
import { useProviderForm } from './use-provider-form.ts';

type Props = {
  /** Null adds one. */
  provider: Provider | null;
  onClose: () => void;
};

/** Cancel discards the draft; Escape and a click outside keep it. */
export function ProviderDialog({ provider, onClose }: Props) {
  const isNew = provider === null;
  const formId = useId();
  const { form, isSaving, contest, ...edit } = useProviderForm(provider, { onClose });
  const contested = contest && listContestedFields(contest);
  const actions = (
    <EditActions
      contested={contested}
      formId={formId}
      submitLabel={isNew ? 'Add provider' : 'Save changes'}
      isSaving={isSaving}
      onCancel={edit.cancel}
      onFinish={edit.finish}
    />
  );
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={isNew ? 'Add an AI provider' : `Edit ${provider.displayName}`}
        footer={actions}
      >
        {contested && contest ? (
          <EditChoices
            message={contest.message}
            fields={contested}
            onChoose={(name, choice) => edit.choose(name as keyof ProviderValues, choice)}
          />
        ) : (
          <FormProvider {...form}>
            <form id={formId} noValidate onSubmit={edit.submit} className="grid grid-cols-1 gap-5">
              {edit.isRestored && <DraftNote onDiscard={edit.discard} />}
              <ProviderFields provider={edit.base} />
            </form>
          </FormProvider>
        )}
      </DialogContent>
    </Dialog>
  );
}
