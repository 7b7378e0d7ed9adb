import type { Provider } from '#shared/api/providers.ts';
import { channelNames } from '#shared/channels.ts';
import type { ContestedField } from '#web/components/edit-choices.tsx';
import type { Choice } from '#web/lib/use-merged-edit.ts';
import { describeHours, pauseLabels } from './describe-handover.ts';
import { classLabels, describeDisclosure, describeWords } from './describe-honesty.ts';
import { describeBudget, modeLabels } from './describe-knowledge.ts';
import type { ExpertValues } from './expert-values.ts';

const labels: Record<keyof ExpertValues, string> = {
  channel: 'Channel',
  handle: 'Handle',
  displayName: 'Display name',
  providerId: 'AI provider',
  fallbackProviderId: 'Fallback provider',
  tagline: 'Tagline',
  description: 'Description',
  category: 'Category',
  sampleQuestions: 'Sample questions',
  phoneNumber: 'Phone number',
  systemPrompt: 'System prompt',
  validator: 'Validator',
  rejected: 'Rejected message',
  customDomain: 'Custom domain',
  siteName: 'Site name',
  siteTagline: 'Site tagline',
  primaryColor: 'Primary color',
  secondaryColor: 'Secondary color',
  accentColor: 'Accent color',
  phoneNumberId: 'Phone number ID',
  answersBursts: 'Answer waiting texts with one reply',
  showsOtherExperts: 'Show the other experts as well',
  pauseAfterText: "After an admin's own text",
  humanWords: 'Texts that ask for a person',
  openingHours: 'Opening hours',
  crisisLine: 'Added to crisis texts',
  class: 'Kind of expert',
  business: 'Business behind it',
  disclosureHours: 'How often it says it is an AI',
  words: 'Words',
  knowledgeMode: 'How it keeps to its sources',
  knowledgeBudget: 'Given with each question',
  noAnswerText: 'When the sources have no answer',
  status: 'Status',
};

type Contest = {
  names: (keyof ExpertValues)[];
  mine: ExpertValues;
  theirs: ExpertValues;
  choices: Partial<Record<keyof ExpertValues, Choice>>;
};

export function listContestedFields(
  { names, mine, theirs, choices }: Contest,
  providers: Provider[] | undefined,
): ContestedField[] {
  const describe = (name: keyof ExpertValues, values: ExpertValues): string => {
    if (name === 'channel') return channelNames[values.channel];
    if (name === 'status') return values.status === 'ACTIVE' ? 'Active' : 'Paused';
    if (name === 'answersBursts' || name === 'showsOtherExperts')
      return values[name] ? 'On' : 'Off';
    if (name === 'pauseAfterText') return pauseLabels[values.pauseAfterText];
    if (name === 'class') return classLabels[values.class];
    if (name === 'disclosureHours') return describeDisclosure(values.disclosureHours);
    if (name === 'words') return describeWords(values.words);
    if (name === 'openingHours') return describeHours(values.openingHours);
    if (name === 'knowledgeMode') return modeLabels[values.knowledgeMode ?? 'automatic'];
    if (name === 'knowledgeBudget') return describeBudget(values.knowledgeBudget);
    if (name !== 'providerId' && name !== 'fallbackProviderId') return values[name];
    return providers?.find(({ id }) => id === values[name])?.displayName ?? values[name];
  };
  return names.map((name) => ({
    name,
    label: labels[name],
    mine: describe(name, mine),
    theirs: describe(name, theirs),
    choice: choices[name],
  }));
}
