import { z } from 'zod';
import { channelKeys } from '../channels.ts';
import { expertClasses } from '../disclosure-rules.ts';
import { openingHours } from '../opening-hours.ts';
import { findLineProblem } from '../phone.ts';
import { optionalText, requiredText, timestamp } from './common.ts';
import { expertWords, savedWords } from './expert-words.ts';
import { knowledgeBudget, knowledgeModes } from './knowledge.ts';

const color = z
  .string()
  .trim()
  .regex(/^(#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3})?$/, 'Colors are hex values like #2F6B4F')
  .nullish();

/** What the content security policy lets a browser load. */
const imageUrl = z
  .string()
  .trim()
  .max(2000, 'Image must not exceed 2000 characters')
  .regex(
    /^(\/(?![/\\])\S*|https:\/\/\S+)?$/,
    'Image must be a path on this site or an https:// address',
  )
  .nullish();

/** Browsers read such a host as an IPv4 address, also in octal and hexadecimal. */
function endsInNumber(host: string): boolean {
  return /(^|\.)(\d+|0x[0-9a-f]*)$/.test(host);
}

export const pausesAfterText = ['twoHours', 'untilReturned', 'none'] as const;
export type PauseAfterText = (typeof pausesAfterText)[number];

export function listLines(text: string | null | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

const budgetRange = `must be a whole number from ${knowledgeBudget.min} to ${knowledgeBudget.max}`;

const fields = {
  channel: z.enum(channelKeys, `Channel must be one of ${channelKeys.join(', ')}`),
  handle: requiredText('Handle', 100)
    // Apple shows business addresses with this prefix.
    .overwrite((text) => text.replace(/^urn:biz:/i, ''))
    .regex(
      /^[A-Za-z0-9._-]*$/,
      'Handle can contain only letters, digits, dots, underscores and hyphens',
    ),
  displayName: requiredText('Display name', 100),
  providerId: requiredText('AI provider', 100),
  /** Answers when the first can't. */
  fallbackProviderId: optionalText(100),
  tagline: optionalText(200),
  description: optionalText(2000),
  category: optionalText(30),
  sampleQuestions: optionalText(400).refine((text) => {
    const lines = listLines(text);
    return lines.length <= 3 && lines.every((line) => line.length <= 120);
  }, 'At most 3 lines, each of at most 120 characters'),
  imageUrl,
  phoneNumber: z
    .string()
    .trim()
    .superRefine((text, context) => {
      const problem = text === '' ? null : findLineProblem(text);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .nullish(),
  systemPrompt: optionalText(20_000),
  validator: optionalText(20_000),
  rejected: optionalText(1600),
  customDomain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253, 'Custom domain must not exceed 253 characters')
    .regex(
      /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+)?$/,
      'Custom domain must be a host name like chat.example.com',
    )
    .refine((domain) => !endsInNumber(domain), "Custom domain can't be an IP address")
    .nullish(),
  siteName: optionalText(100),
  siteTagline: optionalText(200),
  primaryColor: color,
  secondaryColor: color,
  accentColor: color,
  /** WhatsApp's id for the number; default: the account's. */
  phoneNumberId: optionalText(100),
  /** How long the AI pauses after an admin's own text. */
  pauseAfterText: z
    .enum(pausesAfterText, `pauseAfterText must be one of ${pausesAfterText.join(', ')}`)
    .optional(),
  /** More texts that ask for a person, one per line, each the whole message. */
  humanWords: optionalText(2000).refine((text) => {
    const lines = listLines(text);
    return lines.length <= 30 && lines.every((line) => line.length <= 60);
  }, 'At most 30 lines, each of at most 60 characters'),
  openingHours: openingHours.nullish(),
  /** Ends the text to a person in a crisis. */
  crisisLine: optionalText(160),
  /** Decides, with the number's country, how often replies say that an AI writes them. */
  class: z.enum(expertClasses, `class must be one of ${expertClasses.join(', ')}`).optional(),
  /** The business behind it, by the name that people know. */
  business: optionalText(60),
  /** Replies say so at least this often, if stricter than the law's rule; 0: the law's rule. */
  disclosureHours: z
    .int('disclosureHours must be a whole number from 0 to 24')
    .min(0, 'disclosureHours must be a whole number from 0 to 24')
    .max(24, 'disclosureHours must be a whole number from 0 to 24')
    .optional(),
  words: expertWords.optional(),
  /** How answers keep to the sources; null: guided with live sources, free without. */
  knowledgeMode: z
    .enum(knowledgeModes, `knowledgeMode must be one of ${knowledgeModes.join(', ')}`)
    .nullish(),
  /** Of the pieces that a turn is given, in tokens. */
  knowledgeBudget: z
    .int(`knowledgeBudget ${budgetRange}`)
    .min(knowledgeBudget.min, `knowledgeBudget ${budgetRange}`)
    .max(knowledgeBudget.max, `knowledgeBudget ${budgetRange}`)
    .optional(),
  /** Texted instead of an answer that the sources don't hold. */
  noAnswerText: optionalText(320),
  /** All texts waiting when an answer begins get one reply, which counts as one message. */
  answersBursts: z.boolean('answersBursts must be true or false').optional(),
  /** On its own domain, people find the other experts, too. */
  showsOtherExperts: z.boolean('showsOtherExperts must be true or false').optional(),
};

const expertStatuses = ['ACTIVE', 'PAUSED'] as const;

export const createExpertRequest = z.object(fields);
export const updateExpertRequest = z
  .object({ ...fields, status: z.enum(expertStatuses, 'Status must be ACTIVE or PAUSED') })
  .partial();

export const archiveRequest = z.object({
  isArchived: z.boolean('isArchived must be true or false'),
});

/** For the API docs only: the upload is read raw and checked by content. */
export const uploadImageForm = z
  .object({ image: z.string().meta({ format: 'binary', description: 'JPG, PNG or WebP' }) })
  .nullish();

const text = z.string().nullable();

/** For every signed-in user: never prompts, validator or provider. */
const publicExpertReply = z.object({
  id: z.uuid(),
  channel: z.enum(channelKeys),
  handle: z.string(),
  displayName: z.string(),
  tagline: text,
  description: text,
  category: text,
  imageUrl: text,
  phoneNumber: text,
});
export const publicExpertsReply = z.object({
  experts: z.array(
    publicExpertReply.extend({
      connection: z.enum(['none', 'pending', 'active']),
      threadId: z.uuid().nullable(),
      words: z.array(z.string()),
      /** Opens the chat on a phone; null without a gateway. */
      chatLink: text,
      sampleQuestions: z.array(z.object({ text: z.string(), link: text })),
    }),
  ),
});

/** `missing`: the channel has no credentials. */
const gatewayStates = ['real', 'sandbox', 'missing'] as const;

export const expertReply = publicExpertReply.extend({
  gateway: z.enum(gatewayStates),
  sampleQuestions: text,
  providerId: z.uuid(),
  fallbackProviderId: z.uuid().nullable(),
  systemPrompt: text,
  validator: text,
  rejected: text,
  status: z.enum(expertStatuses),
  customDomain: text,
  siteName: text,
  siteTagline: text,
  primaryColor: text,
  secondaryColor: text,
  accentColor: text,
  phoneNumberId: text,
  answersBursts: z.boolean(),
  showsOtherExperts: z.boolean(),
  pauseAfterText: z.enum(pausesAfterText),
  humanWords: text,
  crisisLine: text,
  openingHours: openingHours.nullable(),
  /** Once archived, the expert is paused and can't be chosen anywhere. */
  archivedAt: timestamp.nullable(),
  class: z.enum(expertClasses),
  business: text,
  disclosureHours: z.number(),
  words: savedWords,
  knowledgeMode: z.enum(knowledgeModes).nullable(),
  knowledgeBudget: z.number(),
  noAnswerText: text,
  /** Quoted, it is the ETag. */
  revision: z.number(),
  webhookUrl: z.string(),
  createdAt: timestamp,
});
export const expertsReply = z.object({ experts: z.array(expertReply) });
export const oneExpertReply = z.object({ expert: expertReply });

export const connectReply = z.object({
  state: z.enum(['pending', 'active']),
  /** Null until the person's address is known. */
  threadId: z.uuid().nullable(),
  message: z.string(),
  /** `CONNECT 4K7M9QXT`, sent to the expert, connects the address it comes from. */
  code: z.string().optional(),
  codeExpiresAt: timestamp.optional(),
  /** Where a business may not write first: opens the chat with the code filled in. */
  link: z.string().optional(),
});

export type CreateExpertRequest = z.input<typeof createExpertRequest>;
export type UpdateExpertRequest = z.input<typeof updateExpertRequest>;
export type Expert = z.infer<typeof expertReply>;
export type PublicExpert = z.infer<typeof publicExpertsReply>['experts'][number];
export type ConnectReply = z.infer<typeof connectReply>;
