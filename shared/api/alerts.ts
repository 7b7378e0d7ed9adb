import { z } from 'zod';
import { isNeverOpen, openingHours } from '../opening-hours.ts';
import { findPhoneProblem } from '../phone.ts';
import { email } from './auth.ts';
import { requiredText, timestamp } from './common.ts';

export const alertRules = [
  'crisis',
  'unanswered',
  'provider',
  'failures',
  'given-up',
  'webhooks',
  'budget',
  'disk',
] as const;
export type AlertRule = (typeof alertRules)[number];

export const receiverKinds = ['mail', 'text', 'webhook'] as const;
export type ReceiverKind = (typeof receiverKinds)[number];

export type AlertOccasion = 'began' | 'repeated' | 'ended';

export const receiversAtMost = 50;
const addressMaxLength = 500;

/** On duty at these times; null: always. */
const hours = openingHours
  .refine((value) => !isNeverOpen(value), 'Choose at least one day, or always')
  .nullable()
  .default(null);
const name = requiredText('Name', 100);

const phone = z.string().superRefine((text, context) => {
  const problem = findPhoneProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});
const webhookUrl = z
  .string()
  .trim()
  .max(addressMaxLength, `The address must not exceed ${addressMaxLength} characters`)
  .url({ protocol: /^https?$/, message: 'The address must start with https:// or http://' })
  .refine(hasNoPassword, 'The address must not contain a user or a password');

function hasNoPassword(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** Kind and address are one: a change of either is a change of who is told. */
export const receiverRequest = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('mail'), address: email, name, hours }),
    z.object({ kind: z.literal('text'), address: phone, name, hours }),
    z.object({ kind: z.literal('webhook'), address: webhookUrl, name, hours }),
  ],
  `Kind must be one of ${receiverKinds.join(', ')}`,
);

const receiver = z.object({
  id: z.uuid(),
  kind: z.enum(receiverKinds),
  address: z.string(),
  name: z.string(),
  hours: openingHours.nullable(),
  isOnDuty: z.boolean(),
  /** Of a webhook: what its signatures are verified with. */
  secret: z.string().nullable(),
  /** Why its last alert did not reach it; null: it did, or none was due. */
  problem: z.string().nullable(),
});

const episode = z.object({
  id: z.uuid(),
  rule: z.enum(alertRules),
  title: z.string(),
  detail: z.string(),
  /** A path of the dashboard. */
  link: z.string(),
  beganAt: timestamp,
  /** Null while it lasts. */
  endedAt: timestamp.nullable(),
});

export const alertsReply = z.object({
  receivers: z.array(receiver),
  /** Open ones first, then the newest; at most 50. */
  episodes: z.array(episode),
  /** What keeps a kind from being sent at all; null: nothing that is known. */
  obstacles: z.record(z.enum(receiverKinds), z.string().nullable()),
});
export const oneReceiverReply = z.object({ receiver });

/** Without an id: every receiver. */
export const testAlertRequest = z.object({ receiverId: z.uuid().optional() });
export const testAlertReply = z.object({
  results: z.array(z.object({ receiverId: z.uuid(), problem: z.string().nullable() })),
});

export type ReceiverRequest = z.input<typeof receiverRequest>;
export type NewReceiver = z.output<typeof receiverRequest>;
export type Receiver = z.infer<typeof receiver>;
export type Episode = z.infer<typeof episode>;
export type AlertsReply = z.infer<typeof alertsReply>;
export type TestAlertReply = z.infer<typeof testAlertReply>;
