import { z } from 'zod';
import { threadMessageMaxLength } from '../limits.ts';
import { timestamp } from './common.ts';
import { updateExpertRequest } from './experts.ts';
import { evidenceReply } from './knowledge.ts';
import { aiMeta, source, verdict } from './messages.ts';

const testRoles = ['user', 'assistant'] as const;

export const testMessageRequest = z.object({
  expertId: z.uuid('Please select an expert'),
  message: z
    .string('Please enter a message')
    .max(threadMessageMaxLength, `A message has at most ${threadMessageMaxLength} characters`)
    .refine((text) => text.trim() !== '', 'Please enter a message'),
  /** Oldest first. */
  conversationHistory: z
    .array(z.object({ role: z.enum(testRoles), content: z.string().min(1).max(20_000) }))
    .max(200)
    .default([]),
  /** Default: the newest conversation with this expert. */
  conversationId: z.uuid().optional(),
});

const testMessage = z.object({
  id: z.uuid(),
  role: z.enum(testRoles),
  body: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  createdAt: timestamp,
  /** Null if the validator rejected the message. */
  aiMeta: aiMeta.nullable(),
  sources: z.array(source),
  /** Of an answer; null without sources. */
  evidence: evidenceReply.nullable(),
  /** Null for replies, and without a validator. */
  verdict: verdict.nullable(),
  /** By the crisis word lists: on the phone no model would answer. */
  isCrisis: z.boolean(),
  /** By signs and weights: on the phone a helpline would go along with the answer. */
  mayBeCrisis: z.boolean(),
});

export const testMessageReply = z.object({
  conversationId: z.uuid(),
  userMessage: testMessage,
  assistantMessage: testMessage,
  /** Validator and model together. */
  response: z.object({ processingTimeMs: z.number() }),
});

/** Nothing is stored, so each request carries the whole conversation. */
export const testDraftRequest = testMessageRequest.omit({ conversationId: true }).extend({
  draft: updateExpertRequest.pick({
    displayName: true,
    tagline: true,
    systemPrompt: true,
    validator: true,
    rejected: true,
    providerId: true,
    fallbackProviderId: true,
    knowledgeMode: true,
    knowledgeBudget: true,
    noAnswerText: true,
  }),
});
export const testDraftReply = testMessageReply.omit({ conversationId: true });

export const testConversationsQuery = z.object({ expertId: z.uuid('Please select an expert') });
export const testConversationsReply = z.object({
  conversations: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      messageCount: z.number(),
      lastMessageAt: timestamp,
      messages: z.array(testMessage),
    }),
  ),
});

export type TestMessageRequest = z.input<typeof testMessageRequest>;
export type TestMessage = z.infer<typeof testMessage>;
export type TestMessageReply = z.infer<typeof testMessageReply>;
export type TestDraftRequest = z.input<typeof testDraftRequest>;
export type TestDraftReply = z.infer<typeof testDraftReply>;
export type TestConversation = z.infer<typeof testConversationsReply>['conversations'][number];
