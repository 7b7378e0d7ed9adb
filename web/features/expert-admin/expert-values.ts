import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import {
  type CreateExpertRequest,
  createExpertRequest,
  type Expert,
  type UpdateExpertRequest,
  updateExpertRequest,
} from '#shared/api/experts.ts';
import { type KnowledgeMode, knowledgeBudget } from '#shared/api/knowledge.ts';
import { defaultWords, type WordKey } from '#shared/expert-words.ts';
import { isNeverOpen, weekdays } from '#shared/opening-hours.ts';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { readLocalTimeZone } from '#web/lib/days.ts';
import { formatPhone } from '#web/lib/format.ts';
import { listChanges } from '#web/lib/merge-edits.ts';

type Fields = Required<Omit<UpdateExpertRequest, 'imageUrl'>>;

/** Without the image, which is uploaded. Unset texts are blank. */
export type ExpertValues = {
  [Name in Exclude<keyof Fields, 'knowledgeMode'>]: NonNullable<Fields[Name]>;
} & {
  /** Null: by whether there are sources. */
  knowledgeMode: KnowledgeMode | null;
};

/** Settings that are on or off. */
export type SwitchName = 'answersBursts' | 'showsOtherExperts';

const { imageUrl: _, ...formFields } = updateExpertRequest.shape;
const fieldNames = Object.keys(formFields) as (keyof ExpertValues)[];
const newExpert: Partial<Expert> = {
  channel: 'SMS',
  status: 'ACTIVE',
  answersBursts: false,
  showsOtherExperts: false,
  pauseAfterText: 'twoHours',
  class: 'service',
  disclosureHours: 0,
  knowledgeBudget: knowledgeBudget.usual,
};

const neverOpen = weekdays.map(() => '');

export function toExpertValues(expert: Expert | null): ExpertValues {
  const saved = { ...(expert ?? newExpert), phoneNumber: formatPhone(expert?.phoneNumber ?? '') };
  const openingHours = expert?.openingHours ?? { timeZone: readLocalTimeZone(), days: neverOpen };
  const texts = fieldNames.map((name) => [name, saved[name] ?? '']);
  const words = { ...defaultWords, ...expert?.words };
  const knowledgeMode = expert?.knowledgeMode ?? null;
  return { ...(Object.fromEntries(texts) as ExpertValues), openingHours, words, knowledgeMode };
}

/** Creating leaves blank fields out; in an update a blank field clears it. */
export function toExpertRequest(
  values: ExpertValues,
  base: Expert | null,
): CreateExpertRequest | UpdateExpertRequest {
  if (base) return listChanges(toExpertValues(base), values);
  // A new expert has no sources yet.
  const {
    status: _,
    openingHours,
    words,
    knowledgeMode: __,
    knowledgeBudget: ___,
    ...fields
  } = values;
  const changed = listChanges(defaultWords, words as Record<WordKey, string | null>);
  const sent = {
    ...fields,
    ...(!isNeverOpen(openingHours) && { openingHours }),
    ...(Object.keys(changed).length > 0 && { words: changed }),
  };
  const filled = Object.entries(sent).filter(
    ([, value]) => value !== '' && value !== 0 && value !== false,
  );
  return Object.fromEntries(filled) as CreateExpertRequest;
}

/** The API's rules; they also trim. */
export function createExpertResolver(isNew: boolean): Resolver<ExpertValues> {
  const schema = isNew ? createExpertRequest : updateExpertRequest;
  // The schema also allows missing and null fields, which the form never holds.
  return zodResolver(schema) as unknown as Resolver<ExpertValues>;
}

/** Unique among experts. The error names the field, so longer names come first. */
const uniqueFields = [
  ['phone number ID', 'phoneNumberId'],
  ['phone number', 'phoneNumber'],
  ['custom domain', 'customDomain'],
  ['handle', 'handle'],
] as const;

export function findTakenField(error: unknown) {
  if (statusOf(error) !== 409) return null;
  const message = describeError(error);
  const name = uniqueFields.find(([label]) => message.includes(label))?.[1];
  return name ? { name, message } : null;
}
