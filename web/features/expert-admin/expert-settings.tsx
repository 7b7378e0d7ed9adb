import { type ReactNode, useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Expert } from '#shared/api/experts.ts';
import type { Provider } from '#shared/api/providers.ts';
import { DraftNote } from '#web/components/draft-note.tsx';
import { EditChoices } from '#web/components/edit-choices.tsx';
import { BurstsField } from './bursts-field.tsx';
import { listContestedFields } from './contested-fields.ts';
import { ExpertAddresses } from './expert-addresses.tsx';
import { Section } from './expert-field.tsx';
import {
  BrandSection,
  ChannelFields,
  NameFields,
  PromptField,
  StatusField,
  ValidatorFields,
} from './expert-form-sections.tsx';
import type { ExpertValues } from './expert-values.ts';
import { FallbackField } from './fallback-field.tsx';
import { HandoverSection } from './handover-section.tsx';
import { HonestyFields } from './honesty-section.tsx';
import { ImageField } from './image-field.tsx';
import { KnowledgeFields } from './knowledge-fields.tsx';
import { ProviderField } from './provider-field.tsx';
import { SaveBar } from './save-bar.tsx';
import { useExpertForm } from './use-expert-form.ts';

const formId = 'expert-settings';

type Props = {
  expert: Expert;
  providers: Provider[] | undefined;
  providersPath: string;
  /** A phone that answers with the unsaved values. */
  renderTest: (getDraft: () => ExpertValues) => ReactNode;
  children: ReactNode;
};

/** Stays open and, while nothing is typed, follows what others save. */
export function ExpertSettings({ expert, providers, providersPath, renderTest, children }: Props) {
  const { form, image, base, startOver, isSaving, contest, ...edit } = useExpertForm(expert);
  const contested = contest && listContestedFields(contest, providers);
  // Renders on every change to show the save bar.
  form.watch();
  const hasChanges = edit.hasChanges();
  const isOutdated = base !== null && expert.revision > base.revision;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed meanwhile is kept
  useEffect(() => {
    if (isOutdated && !edit.hasChanges()) startOver(expert);
  }, [isOutdated, expert]);
  return (
    <FormProvider {...form}>
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-7 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-1 gap-7">
          {contested && contest ? (
            <EditChoices
              message={contest.message}
              fields={contested}
              onChoose={(name, choice) => edit.choose(name as keyof ExpertValues, choice)}
            />
          ) : (
            <form id={formId} noValidate onSubmit={edit.submit} className="grid grid-cols-1 gap-7">
              {edit.isRestored && <DraftNote onDiscard={edit.discard} />}
              <Section id="who" title="Who" description="What people see.">
                <ImageField image={image} imageUrl={expert.imageUrl} />
                <NameFields />
              </Section>
              <Section
                id="answers"
                title="How it answers"
                description="Which model answers, and its instructions."
              >
                <PromptField lines={12} />
                <ProviderField providers={providers} providersPath={providersPath} />
                <FallbackField providers={providers} />
                <KnowledgeFields />
                <BurstsField />
              </Section>
              <Section id="channel" title="Channel" description="How people reach the expert.">
                <ChannelFields />
                {expert.archivedAt === null && <StatusField />}
                <ExpertAddresses expert={expert} />
              </Section>
              <Section
                id="safety"
                title="Safety"
                description="What it says it is, and what it leaves unanswered."
              >
                <HonestyFields />
                <ValidatorFields />
              </Section>
              <HandoverSection id="handover" />
              <BrandSection id="look" image={image} imageUrl={expert.imageUrl} />
            </form>
          )}
        </div>
        <div id="try" className="scroll-mt-14 @4xl:sticky @4xl:top-14 @4xl:row-span-2">
          {renderTest(form.getValues)}
        </div>
        <div className="grid grid-cols-1 gap-7">{children}</div>
      </div>
      {(hasChanges || contested) && (
        <SaveBar
          formId={formId}
          contested={contested}
          isSaving={isSaving}
          onDiscard={edit.discard}
          onFinish={edit.finish}
        />
      )}
    </FormProvider>
  );
}
