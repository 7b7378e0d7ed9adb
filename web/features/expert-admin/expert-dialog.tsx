import { useId, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Expert } from '#shared/api/experts.ts';
import type { Provider } from '#shared/api/providers.ts';
import { DraftNote } from '#web/components/draft-note.tsx';
import { EditActions, EditChoices } from '#web/components/edit-choices.tsx';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx';
import { cn } from '#web/lib/cn.ts';
import { listContestedFields } from './contested-fields.ts';
import { AnswersSection, BrandSection, IdentitySection } from './expert-form-sections.tsx';
import { ExpertHistory } from './expert-history.tsx';
import type { ExpertValues } from './expert-values.ts';
import { FallbackField } from './fallback-field.tsx';
import { HandoverSection } from './handover-section.tsx';
import { HonestySection } from './honesty-section.tsx';
import { ImageField } from './image-field.tsx';
import { ProviderField } from './provider-field.tsx';
import { useExpertForm } from './use-expert-form.ts';

type Props = {
  /** Null creates one. */
  expert: Expert | null;
  /** The version that a link opens in the history. */
  openedVersion: number | null;
  providers: Provider[] | undefined;
  providersPath: string;
  onClose: () => void;
};

/** Cancel discards the draft; Escape and a click outside keep it. */
export function ExpertDialog({
  expert: opened,
  openedVersion,
  providers,
  providersPath,
  onClose,
}: Props) {
  const formId = useId();
  const [tab, setTab] = useState(openedVersion === null ? 'settings' : 'history');
  const { form, image, base, isSaving, contest, ...edit } = useExpertForm(opened, { onClose });
  // Text typed while a new expert is saved becomes an edit of it.
  const expert = opened ?? base;
  const isNew = expert === null;
  const contested = contest && listContestedFields(contest, providers);
  const imageUrl = expert?.imageUrl ?? null;
  const settings = (
    <FormProvider {...form}>
      <form id={formId} noValidate onSubmit={edit.submit} className="grid grid-cols-1 gap-7">
        {edit.isRestored && <DraftNote onDiscard={edit.discard} />}
        <IdentitySection isNew={isNew}>
          <ImageField image={image} imageUrl={imageUrl} />
        </IdentitySection>
        <AnswersSection>
          <ProviderField providers={providers} providersPath={providersPath} />
          <FallbackField providers={providers} />
        </AnswersSection>
        <HonestySection />
        <HandoverSection />
        <BrandSection image={image} imageUrl={imageUrl} />
      </form>
    </FormProvider>
  );
  const actions = (
    <EditActions
      contested={contested}
      formId={formId}
      submitLabel={isNew ? 'Create expert' : 'Save changes'}
      isSaving={isSaving}
      onCancel={edit.cancel}
      onFinish={edit.finish}
    />
  );
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={isNew ? 'Create an expert' : `Edit ${expert.displayName}`}
        // Keeps both tabs the same height.
        className={cn('max-w-2xl', !isNew && 'h-full')}
        footer={tab === 'settings' && actions}
      >
        {contested && contest ? (
          <EditChoices
            message={contest.message}
            fields={contested}
            onChoose={(name, choice) => edit.choose(name as keyof ExpertValues, choice)}
          />
        ) : isNew ? (
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
