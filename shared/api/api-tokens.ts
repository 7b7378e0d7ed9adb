import { z } from 'zod';
import { requiredText, timestamp } from './common.ts';

/* Tokens with which a script puts documents into experts; they open nothing else. */

const apiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  createdBy: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
});

export const apiTokenRequest = z.object({ name: requiredText('Name', 60) });
export const apiTokensReply = z.object({ tokens: z.array(apiToken) });
/** `secret` is shown this once. */
export const newApiTokenReply = z.object({ token: apiToken, secret: z.string() });

export type ApiToken = z.infer<typeof apiToken>;
export type ApiTokenRequest = z.output<typeof apiTokenRequest>;
export type ApiTokensReply = z.infer<typeof apiTokensReply>;
export type NewApiTokenReply = z.infer<typeof newApiTokenReply>;
