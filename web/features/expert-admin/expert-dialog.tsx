import { useId, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Expert } from '#shared/api/experts.ts';
import type { Provider } from '#shared/api/providers.ts';
import { DraftNote } from '#web/components/draft-note.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx';
import { cn } from '#web/lib/cn.ts';
import { useDraftedForm } from '#web/lib/use-drafted-form.ts';
import { useSaveExpert } from './api.ts';
import { AnswersSection, BrandSection, IdentitySection } from './expert-form-sections.tsx';
import { ExpertHistory } from './expert-history.tsx';
import {
  createExpertResolver,
  type ExpertValues,
  findTakenField,
  toExpertRequest,
  toExpertValues,
} from './expert-values.ts';
import { FallbackField } from './fallback-field.tsx';
import { ImageField } from './image-field.tsx';
import { ProviderField } from './provider-field.tsx';
import { useImageChoice } from './use-image-choice.ts';

type Props = {
  /** Null creates one. */
  expert: Expert | null;
  /** The version that a link opens in the history. */
  openedVersion: number | null;
  providers: Provider[] | undefined;
  providersPath: string;
  onClose: () => void;
};

/** Cancel discards what was typed; Escape and a click outside keep it as a draft. */
export function ExpertDialog({ expert, openedVersion, providers, providersPath, onClose }: Props) {
  const isNew = expert === null;
  const formId = useId();
  const [tab, setTab] = useState(openedVersion === null ? 'settings' : 'history');
  const draftName = `expert ${expert?.id ?? 'new'}`;
  const image = useImageChoice(`${draftName} image`);
  const { form, ...draft } = useDraftedForm<ExpertValues>({
    name: draftName,
    initial: toExpertValues(expert),
    resolver: createExpertResolver(isNew),
  });
  const clearDrafts = () => {
    draft.clear();
    image.clear();
  };
  const save = useSaveExpert(expert?.id ?? null, clearDrafts);
  const cancel = () => {
    clearDrafts();
    onClose();
  };
  const discard = () => {
    draft.discard();
    image.discard();
  };
  const submit = form.handleSubmit((values) => {
    if (save.isPending) return;
    const fields = toExpertRequest(values, isNew);
    if (image.choice === 'removed') fields.imageUrl = '';
    const file = image.choice instanceof File ? image.choice : null;
    const onError = (error: Error) => {
      const taken = findTakenField(error);
      if (taken) form.setError(taken.name, taken, { shouldFocus: true });
    };
    save.mutate({ fields, image: file }, { onSuccess: onClose, onError });
  });
  const settings = (
    <FormProvider {...form}>
      <form id={formId} noValidate onSubmit={submit} className="grid grid-cols-1 gap-7">
        {(draft.isRestored || image.isRestored) && <DraftNote onDiscard={discard} />}
        <IdentitySection isNew={isNew}>
          <ImageField image={image} imageUrl={expert?.imageUrl ?? null} />
        </IdentitySection>
        <AnswersSection>
          <ProviderField providers={providers} providersPath={providersPath} />
          <FallbackField providers={providers} />
        </AnswersSection>
        <BrandSection image={image} imageUrl={expert?.imageUrl ?? null} />
      </form>
    </FormProvider>
  );
  const actions = (
    <>
      <Button variant="outline" onClick={cancel}>
        Cancel
      </Button>
      <Button type="submit" form={formId} disabled={save.isPending}>
        {save.isPending ? 'Saving...' : isNew ? 'Create expert' : 'Save changes'}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={isNew ? 'Create an expert' : `Edit ${expert.displayName}`}
        // The same height on both tabs, so that nothing jumps.
        className={cn('max-w-2xl', !isNew && 'h-full')}
        footer={tab === 'settings' && actions}
      >
        {isNew ? (
          settings
        ) : (
          <Tabs value={tab} onValueChange={setTab} className="grid grid-cols-1 gap-5">
            <TabsList>
              <TabsTrigger value="settings">Settings</TabsTrigger>
              <TabsTrigger value="history">History</TabsTrigger>
            </TabsList>
            <TabsContent value="settings">{settings}</TabsContent>
            <TabsContent value="history">
              <ExpertHistory expert={expert} openedVersion={openedVersion} onRestored={onClose} />
            </TabsContent>
          </Tabs>
        )}
      </DialogContent>
    </Dialog>
  );
}
