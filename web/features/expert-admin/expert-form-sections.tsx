import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { channelFacts, channelKeys, channelNames } from '#shared/channels.ts';
import { BrandPreview } from './brand-preview.tsx';
import { BurstsField } from './bursts-field.tsx';
import { CategoryField } from './category-field.tsx';
import { CheckboxField } from './checkbox-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { ColorField } from './color-field.tsx';
import { Pair, Section, TextField } from './expert-field.tsx';
import type { ExpertValues } from './expert-values.ts';
import { LegalWarnings } from './legal-warnings.tsx';
import { PhoneField } from './phone-field.tsx';
import { type useImageChoice, useShownImage } from './use-image-choice.ts';

const channels = channelKeys.map((key) => ({ value: key, label: channelNames[key] }));
const statuses = [
  { value: 'ACTIVE', label: 'Active' },
  { value: 'PAUSED', label: 'Paused' },
];

export function IdentitySection({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  return (
    <Section title="Identity" description="What people see, and how they reach the expert.">
      {children}
      <NameFields />
      <ChannelFields />
      {!isNew && <StatusField />}
    </Section>
  );
}

export function NameFields() {
  const channel = useFormContext<ExpertValues>().watch('channel');
  const { addressedBy, addressHint } = channelFacts[channel];
  return (
    <>
      <Pair>
        <TextField name="displayName" label="Display name" placeholder="Ada" />
        <TextField
          name="handle"
          label="Handle"
          placeholder="ada"
          hint={addressedBy === 'handle' ? addressHint : 'A short, unique name.'}
        />
      </Pair>
      <TextField name="tagline" label="Tagline" placeholder="Numbers, gently" isOptional />
      <LegalWarnings />
      <TextField name="description" label="Description" lines={3} isOptional />
      <CategoryField />
      <TextField
        name="sampleQuestions"
        label="Sample questions"
        lines={3}
        hint="One per line, up to three. People can send them with one tap."
        placeholder="What is 1/2 + 1/3?"
        isOptional
      />
    </>
  );
}

export function ChannelFields() {
  const channel = useFormContext<ExpertValues>().watch('channel');
  const { name, senderIdName } = channelFacts[channel];
  return (
    <>
      <Pair>
        <ChoiceField name="channel" label="Channel" choices={channels} />
        <PhoneField />
      </Pair>
      {senderIdName && (
        <TextField
          name="phoneNumberId"
          label={senderIdName}
          hint={`The number's ID at ${name}. Leave empty for the account's default.`}
          isOptional
        />
      )}
    </>
  );
}

export function StatusField() {
  return (
    <ChoiceField
      name="status"
      label="Status"
      hint="A paused expert does not answer and is hidden from new people."
      choices={statuses}
    />
  );
}

export function AnswersSection({ children }: { children: ReactNode }) {
  return (
    <Section title="Answers" description="Which model answers, and its instructions.">
      {children}
      <PromptField lines={6} />
      <ValidatorFields />
      <BurstsField />
    </Section>
  );
}

export function PromptField({ lines }: { lines: number }) {
  return (
    <TextField
      name="systemPrompt"
      label="System prompt"
      lines={lines}
      placeholder="You are Ada, a patient math teacher. Answer by text message: short and kind."
      isOptional
    />
  );
}

export function ValidatorFields() {
  return (
    <>
      <TextField
        name="validator"
        label="Validator"
        lines={3}
        hint="Which messages the expert may answer. Leave empty to answer all."
        placeholder="Allow questions about math. Reject everything else."
        isOptional
      />
      <TextField
        name="rejected"
        label="Rejected message"
        lines={2}
        hint="Sent when the validator rejects a message."
        isOptional
      />
      <TextField
        name="crisisLine"
        label="Added to crisis texts"
        hint="A person who seems to be in danger is texted helplines in their country. This sentence ends that text."
        placeholder="Our own line: +1 212 555 0100."
        isOptional
      />
    </>
  );
}

export function BrandSection({
  id,
  image,
  imageUrl,
}: {
  id?: string;
  image: ReturnType<typeof useImageChoice>;
  /** The saved one. */
  imageUrl: string | null;
}) {
  return (
    <Section
      {...(id && { id })}
      title="White label"
      description="On its own domain, the site shows the expert's name and colors."
    >
      <TextField
        name="customDomain"
        label="Custom domain"
        placeholder="chat.example.com"
        isOptional
      />
      <CheckboxField
        name="showsOtherExperts"
        label="Show the other experts as well"
        hint="After its own expert. When off, the site is about this expert alone."
      />
      <Pair>
        <TextField name="siteName" label="Site name" isOptional />
        <TextField name="siteTagline" label="Site tagline" isOptional />
      </Pair>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-3">
        <ColorField name="primaryColor" label="Primary color" />
        <ColorField name="secondaryColor" label="Secondary color" />
        <ColorField name="accentColor" label="Accent color" />
      </div>
      <BrandPreview imageUrl={useShownImage(image.choice, imageUrl)} />
    </Section>
  );
}
