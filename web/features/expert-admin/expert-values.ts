import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import {
  type CreateExpertRequest,
  createExpertRequest,
  type Expert,
  type UpdateExpertRequest,
  updateExpertRequest,
} from '#shared/api/experts.ts';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { formatPhone } from '#web/lib/format.ts';

/** What the form holds: texts are blank where they are not set. */
export type ExpertValues = Pick<Expert, 'channel' | 'status' | 'answersBursts'> &
  Record<
    | 'handle'
    | 'displayName'
    | 'tagline'
    | 'description'
    | 'phoneNumber'
    | 'phoneNumberId'
    | 'providerId'
    | 'fallbackProviderId'
    | 'systemPrompt'
    | 'validator'
    | 'rejected'
    | 'customDomain'
    | 'siteName'
    | 'siteTagline'
    | 'primaryColor'
    | 'secondaryColor'
    | 'accentColor',
    string
  >;

export function expertValues(expert: Expert | null): ExpertValues {
  return {
    channel: expert?.channel ?? 'SMS',
    status: expert?.status ?? 'ACTIVE',
    handle: expert?.handle ?? '',
    displayName: expert?.displayName ?? '',
    tagline: expert?.tagline ?? '',
    description: expert?.description ?? '',
    phoneNumber: expert?.phoneNumber ? formatPhone(expert.phoneNumber) : '',
    phoneNumberId: expert?.phoneNumberId ?? '',
    providerId: expert?.providerId ?? '',
    fallbackProviderId: expert?.fallbackProviderId ?? '',
    systemPrompt: expert?.systemPrompt ?? '',
    validator: expert?.validator ?? '',
    rejected: expert?.rejected ?? '',
    answersBursts: expert?.answersBursts ?? false,
    customDomain: expert?.customDomain ?? '',
    siteName: expert?.siteName ?? '',
    siteTagline: expert?.siteTagline ?? '',
    primaryColor: expert?.primaryColor ?? '',
    secondaryColor: expert?.secondaryColor ?? '',
    accentColor: expert?.accentColor ?? '',
  };
}

/** A new expert has no status to choose, and blank fields are left out; on a known one blank clears. */
export function expertRequest(
  values: ExpertValues,
  isNew: boolean,
): CreateExpertRequest | UpdateExpertRequest {
  if (!isNew) return values;
  const { status: _, ...fields } = values;
  const filled = Object.entries(fields).filter(([, value]) => value !== '' && value !== false);
  return Object.fromEntries(filled) as CreateExpertRequest;
}

/** The call's own rules; they also trim what was typed. */
export function expertResolver(isNew: boolean): Resolver<ExpertValues> {
  const rules = isNew ? createExpertRequest : updateExpertRequest;
  // The rules let fields be missing or null; the form always holds each as text, which they take.
  return zodResolver(rules) as unknown as Resolver<ExpertValues>;
}

/** What only one expert can have. The longer name first: each is looked for in the server's words. */
const uniqueFields = [
  ['phone number ID', 'phoneNumberId'],
  ['phone number', 'phoneNumber'],
  ['custom domain', 'customDomain'],
  ['handle', 'handle'],
] as const;

/** The field that another expert has taken already, and the words to put under it. */
export function takenField(error: unknown) {
  if (statusOf(error) !== 409) return null;
  const message = describeError(error);
  const name = uniqueFields.find(([words]) => message.includes(words))?.[1];
  return name ? { name, message } : null;
}
