import { z } from 'zod';
import { timestamp } from './common.ts';
import { expertReply } from './experts.ts';

/** What a version is made of: a change of one of these is a new version. */
export const versionedFields = ['systemPrompt', 'validator', 'provider', 'model'] as const;

export const expertVersionParams = z.object({
  id: z.uuid('id must be a valid id'),
  version: z.coerce.number('version must be a number').int().min(1).max(1_000_000_000),
});

export const expertVersionReply = z.object({
  /** 1, 2, 3 … */
  version: z.number(),
  systemPrompt: z.string().nullable(),
  validator: z.string().nullable(),
  provider: z.object({ id: z.uuid(), displayName: z.string() }),
  /** The provider's model at that time. */
  model: z.string(),
  /** Null: nobody knows, or nobody did it by hand. */
  author: z.object({ email: z.string() }).nullable(),
  createdAt: timestamp,
  /** What it changed of the version before; none for the first. */
  changed: z.array(z.enum(versionedFields)),
});

/** Newest first; the first of the first page is what the expert answers with now. */
export const expertVersionsReply = z.object({
  versions: z.array(expertVersionReply),
  nextCursor: z.string().nullable(),
});

export const restoredVersionReply = z.object({
  expert: expertReply,
  /** What could not come back with the version, in words; null where all did. */
  note: z.string().nullable(),
});

export type ExpertVersion = z.infer<typeof expertVersionReply>;
export type ExpertVersionsReply = z.infer<typeof expertVersionsReply>;
export type RestoredVersionReply = z.infer<typeof restoredVersionReply>;
