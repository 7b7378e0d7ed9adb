import { z } from 'zod';
import { emailAddress } from '../email.ts';
import { passwordMaxLength, passwordMinLength } from '../limits.ts';
import { countCharacters, normalizePassword } from '../passwords.ts';
import { findPhoneProblem } from '../phone.ts';
import { planIds } from '../plans.ts';
import { roles } from '../roles.ts';
import { timestamp } from './common.ts';

/** RFC 5321, 4.5.3.1. */
const [mailboxMaxLength, emailMaxLength] = [64, 254];

export const email = emailAddress('Invalid email address')
  .max(emailMaxLength, `Email must not exceed ${emailMaxLength} characters`)
  .refine((address) => address.lastIndexOf('@') <= mailboxMaxLength, 'Invalid email address');

/** `message` is shown while the rule is not met. */
export const passwordRules: { message: string; isMet: (password: string) => boolean }[] = [
  {
    message: `Password must be at least ${passwordMinLength} characters`,
    isMet: (password) => countCharacters(password) >= passwordMinLength,
  },
  {
    message: 'Password must contain at least one uppercase letter',
    isMet: (password) => /[A-Z]/.test(password),
  },
  {
    message: 'Password must contain at least one lowercase letter',
    isMet: (password) => /[a-z]/.test(password),
  },
  {
    message: 'Password must contain at least one number',
    isMet: (password) => /[0-9]/.test(password),
  },
  {
    message: 'Password must contain at least one special character',
    isMet: (password) => /[^A-Za-z0-9]/.test(password),
  },
];

/** Normalized, as it is hashed. */
export const newPassword = z
  .string('Password is required')
  .overwrite(normalizePassword)
  .refine(
    (password) => countCharacters(password) <= passwordMaxLength,
    `Password must not exceed ${passwordMaxLength} characters`,
  )
  .superRefine((password, context) => {
    for (const rule of passwordRules) {
      if (!rule.isMet(password)) context.addIssue({ code: 'custom', message: rule.message });
    }
  });

const ownPhone = z.string().superRefine((text, context) => {
  const problem = findPhoneProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

const personName = z.string().trim().max(100, 'A name must not exceed 100 characters');

/** For a password to check, not to set. */
export const anyPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(1000, 'Password must not exceed 1000 characters');

export const loginRequest = z.object({
  email,
  password: anyPassword,
  /** From the authenticator app, or a recovery code. */
  code: z.string().trim().max(40, 'A code has at most 40 characters').optional(),
});

export const registerRequest = z.object({
  email,
  password: newPassword,
  firstName: personName.optional(),
  lastName: personName.optional(),
  phoneNumber: z
    .string('Phone number is required')
    .trim()
    .min(1, 'Phone number is required')
    .pipe(ownPhone),
  subscriptionPlan: z.enum(planIds).default('trial'),
});

/** An empty phone removes the number. */
export const profileForm = z.object({
  firstName: personName,
  lastName: personName,
  phoneNumber: z.string().trim().pipe(z.literal('').or(ownPhone)),
});

export const profileRequest = z.object({
  firstName: profileForm.shape.firstName.nullish(),
  lastName: profileForm.shape.lastName.nullish(),
  phoneNumber: profileForm.shape.phoneNumber.nullish(),
  /** Needs the password. */
  email: email.optional(),
  currentPassword: anyPassword.optional(),
  /** Sent once the person has read the notice. */
  phoneLoss: z.null().optional(),
});

/**
 * Another account has verified the number: `moved` if this account had verified it, else `claimed`.
 */
const phoneLosses = ['claimed', 'moved'] as const;

export const userReply = z.object({
  id: z.uuid(),
  email: z.string(),
  /** Whether the mailbox was proved; true where no mail is set up, because there nothing can be proved. */
  isEmailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  isPhoneVerified: z.boolean(),
  /** Takes the verified number's place, with its conversations, once a text from the phone proves it. */
  pendingPhoneNumber: z.string().nullable(),
  /** Why the number left the account; null once the person has read it. */
  phoneLoss: z.enum(phoneLosses).nullable(),
  role: z.enum(roles),
  /** `required`: the account can do nothing else until it is set up. */
  secondFactor: z.enum(['off', 'on', 'required']),
  messageCount: z.number(),
  paidMessages: z.number(),
  subExpiration: timestamp.nullable(),
  stripeSubscriptionId: z.string().nullable(),
  /** Of names and number. Quoted, it is the If-Match of an edit. */
  revision: z.number(),
});

export const currentUserReply = z.object({ user: userReply });
export const profileReply = currentUserReply.extend({
  /** Takes effect once the link mailed to it is opened. */
  emailToConfirm: z.string().optional(),
});
export const sessionReply = z.object({
  token: z.string(),
  user: userReply,
  checkoutUrl: z.string().optional(),
});

export type LoginRequest = z.input<typeof loginRequest>;
export type RegisterRequest = z.input<typeof registerRequest>;
export type ProfileRequest = z.input<typeof profileRequest>;
export type ProfileReply = z.infer<typeof profileReply>;
export type PhoneLoss = (typeof phoneLosses)[number];
export type User = z.infer<typeof userReply>;
export type SessionReply = z.infer<typeof sessionReply>;
