import { useId } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Expert } from '#shared/api/experts.ts';
import type { Provider } from '#shared/api/providers.ts';
import { DraftNote } from '#web/components/draft-note.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { useSaveExpert } from './api.ts';
import { AnswersSection, BrandSection, IdentitySection } from './expert-form-sections.tsx';
import { type ExpertValues, expertRequest, expertResolver, expertValues } from './expert-values.ts';
import { ProviderField } from './provider-field.tsx';

type Props = {
  /** Null: create one. */
  expert: Expert | null;
  providers: Provider[] | undefined;
  providersPath: string;
  onClose: () => void;
};

/** Escape and a click beside it keep what was typed; Cancel does not. */
export function ExpertDialog({ expert, providers, providersPath, onClose }: Props) {
  const isNew = expert === null;
  const formId = useId();
  const save = useSaveExpert(expert?.id ?? null);
  const { form, ...draft } = useDraftedForm<ExpertValues>({
    name: `expert ${expert?.id ?? 'new'}`,
    initial: expertValues(expert),
    resolver: expertResolver(isNew),
  });
  const finish = () => {
    draft.forget();
    onClose();
  };
  const submit = form.handleSubmit((values) => {
    if (!save.isPending) save.mutate(expertRequest(values, isNew), { onSuccess: finish });
  });
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={isNew ? 'Create an expert' : `Edit ${expert.displayName}`}
        className="max-w-2xl"
        footer={
          <>
            <Button variant="outline" onClick={finish}>
              Cancel
            </Button>
            <Button type="submit" form={formId} disabled={save.isPending}>
              {save.isPending ? 'Saving...' : isNew ? 'Create expert' : 'Save changes'}
            </Button>
          </>
        }
      >
        <FormProvider {...form}>
          <form id={formId} noValidate onSubmit={submit} className="grid grid-cols-1 gap-7">
            {draft.isRestored && <DraftNote onDiscard={draft.discard} />}
            <IdentitySection isNew={isNew} />
            <AnswersSection>
              <ProviderField providers={providers} providersPath={providersPath} />
            </AnswersSection>
            <BrandSection />
          </form>
        </FormProvider>
      </DialogContent>
    </Dialog>
  );
}
