import { z } from 'zod';
import { timestamp } from './common.ts';
import { expertReply } from './experts.ts';

/** Changing one creates a new version. */
export const versionedFields = ['systemPrompt', 'validator', 'provider', 'model'] as const;

export const expertVersionParams = z.object({
  id: z.uuid('id must be a valid id'),
  version: z.coerce.number('version must be a number').int().min(1).max(1_000_000_000),
});

const expertVersionReply = z.object({
  version: z.number(),
  systemPrompt: z.string().nullable(),
  validator: z.string().nullable(),
  provider: z.object({ id: z.uuid(), displayName: z.string() }),
  model: z.string(),
  /** Null if no admin made the change. */
  author: z.object({ email: z.string() }).nullable(),
  createdAt: timestamp,
  /** Since the version before; empty for the first. */
  changed: z.array(z.enum(versionedFields)),
});

/** Newest first; the newest is in use. */
export const expertVersionsReply = z.object({
  versions: z.array(expertVersionReply),
  nextCursor: z.string().nullable(),
});

export const restoredVersionReply = z.object({
  expert: expertReply,
  /** What could not be restored. */
  note: z.string().nullable(),
});

export type ExpertVersion = z.infer<typeof expertVersionReply>;
export type ExpertVersionsReply = z.infer<typeof expertVersionsReply>;
export type RestoredVersionReply = z.infer<typeof restoredVersionReply>;
