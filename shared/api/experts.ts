import { z } from 'zod';
import { channelKeys } from '../channels.ts';
import { parsePhone, unsupportedPhoneMessage } from '../phone.ts';
import { optionalText, timestamp } from './common.ts';

const colour = z
  .string()
  .trim()
  .regex(/^(#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3})?$/, 'Colours are hex values like #2F6B4F')
  .nullish();

/** What the pages' content policy lets a browser load. */
const imageUrl = z
  .string()
  .trim()
  .max(2000)
  .regex(/^(\/(?![/\\])\S*|https:\/\/\S+)?$/, 'Image is a path of this site or an https:// address')
  .nullish();

const fields = {
  channel: z.enum(channelKeys, `Channel must be one of ${channelKeys.join(', ')}`),
  handle: z.string('Handle is required').trim().min(1, 'Handle is required').max(100),
  displayName: z
    .string('Display name is required')
    .trim()
    .min(1, 'Display name is required')
    .max(100),
  providerId: z.string('AI provider is required').min(1, 'AI provider is required').max(100),
  /** Answers when the first one can't. */
  fallbackProviderId: z.string().trim().max(100).nullish(),
  tagline: optionalText(200),
  description: optionalText(2000),
  imageUrl,
  phoneNumber: z
    .string()
    .trim()
    .refine((text) => text === '' || parsePhone(text) !== null, unsupportedPhoneMessage)
    .nullish(),
  systemPrompt: optionalText(20_000),
  validator: optionalText(20_000),
  rejected: optionalText(1600),
  customDomain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(
      /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+)?$/,
      'Custom domain is a host name like chat.example.com',
    )
    .nullish(),
  siteName: optionalText(100),
  siteTagline: optionalText(200),
  primaryColor: colour,
  secondaryColor: colour,
  accentColor: colour,
  /** WhatsApp's own id of the number; without it the account's default is used. */
  phoneNumberId: optionalText(100),
  /** Texts that wait when an answer begins get one together, for one message of the plan. */
  answersBursts: z.boolean('answersBursts must be true or false').optional(),
};

export const expertStatuses = ['ACTIVE', 'PAUSED'] as const;

export const createExpertRequest = z.object(fields);
export const updateExpertRequest = z
  .object({ ...fields, status: z.enum(expertStatuses, 'Status must be ACTIVE or PAUSED') })
  .partial();

/** For the documentation: the file itself is read as it comes, and checked by content. */
export const uploadImageForm = z
  .object({ image: z.string().meta({ format: 'binary', description: 'JPG, PNG or WebP' }) })
  .nullish();

const text = z.string().nullable();

/** What everyone signed in may know of an expert: never prompts, validator or provider. */
export const publicExpertReply = z.object({
  id: z.uuid(),
  channel: z.enum(channelKeys),
  handle: z.string(),
  displayName: z.string(),
  tagline: text,
  description: text,
  imageUrl: text,
  phoneNumber: text,
});
export const publicExpertsReply = z.object({
  experts: z.array(
    publicExpertReply.extend({
      /** How far the signed-in user's connection to this expert is. */
      connection: z.enum(['none', 'pending', 'active']),
      threadId: z.uuid().nullable(),
    }),
  ),
});

export const expertReply = publicExpertReply.extend({
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
  /** Where the gateway delivers this expert's messages. */
  webhookUrl: z.string(),
  createdAt: timestamp,
});
export const expertsReply = z.object({ experts: z.array(expertReply) });
export const oneExpertReply = z.object({ expert: expertReply });

export const connectReply = z.object({
  state: z.enum(['pending', 'active']),
  /** Null while it is not known which address the person writes from. */
  threadId: z.uuid().nullable(),
  message: z.string(),
  /** Sent to the expert as `CONNECT 123456`, from wherever the person wants to write, it connects that address. */
  code: z.string().optional(),
  codeExpiresAt: timestamp.optional(),
  /** Only where a business may not write first: opens the chat with the code already typed. */
  link: z.string().optional(),
});

export type CreateExpertRequest = z.input<typeof createExpertRequest>;
export type UpdateExpertRequest = z.input<typeof updateExpertRequest>;
export type Expert = z.infer<typeof expertReply>;
export type PublicExpert = z.infer<typeof publicExpertsReply>['experts'][number];
export type ConnectReply = z.infer<typeof connectReply>;
