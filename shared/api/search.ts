import { z } from 'zod';
import { channelKeys } from '../channels.ts';
import { timestamp } from './common.ts';
import { areInOrder, notInOrder, threadFilter, threadState } from './thread-filters.ts';

const hitLimit = { initial: 20, max: 100 } as const;

export const searchQuery = z
  .object({
    q: z
      .string('q is required')
      .max(200, 'A search has at most 200 characters')
      .refine((text) => text.trim() !== '', 'q is required'),
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(hitLimit.max).default(hitLimit.initial),
    ...threadFilter.pick({ expertId: true, from: true, to: true, timeZone: true }).shape,
    /** Admins only. */
    ...threadFilter.pick({ channel: true, labelled: true, assigneeId: true, with: true }).shape,
    state: threadState.optional(),
  })
  .refine(areInOrder, notInOrder);

const place = {
  threadId: z.uuid(),
  title: z.string(),
  /** Admins only; null until an account verifies the number. */
  personName: z.string().nullable(),
  userHandle: z.string(),
  expert: z.object({
    id: z.uuid(),
    displayName: z.string(),
    imageUrl: z.string().nullable(),
    channel: z.enum(channelKeys),
  }),
};

const excerpt = {
  createdAt: timestamp,
  /** Plain text around the first match, on one line. */
  snippet: z.string(),
  /** In UTF-16 units of the snippet. */
  matches: z.array(z.object({ start: z.number(), end: z.number() })),
};

const messageHit = z.object({
  ...place,
  messageId: z.uuid(),
  direction: z.enum(['inbound', 'outbound']),
  ...excerpt,
});
const noteHit = z.object({
  ...place,
  noteId: z.uuid(),
  /** The message before it. */
  messageId: z.uuid().nullable(),
  authorName: z.string(),
  ...excerpt,
});
const threadHit = z.object(place);
const personHit = z.object({
  /** Null for a number that no account has verified. */
  userId: z.uuid().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** E.164, or the channel's own address. */
  address: z.string().nullable(),
  threadId: z.uuid().nullable(),
});

/**
 * `people`, `threads` and `notes`: the best matches, on the first page only. People and notes:
 * admins only.
 */
export const searchReply = z.object({
  /** Admins only, on the first page: what the text is an id of. */
  exact: z.array(messageHit).optional(),
  /** Newest first. */
  hits: z.array(messageHit),
  people: z.array(personHit),
  threads: z.array(threadHit),
  /** Newest first. */
  notes: z.array(noteHit),
  nextCursor: z.string().nullable(),
});

export type SearchReply = z.infer<typeof searchReply>;
export type SearchQuery = z.output<typeof searchQuery>;
export type MessageHit = z.infer<typeof messageHit>;
export type NoteHit = z.infer<typeof noteHit>;
export type ThreadHit = z.infer<typeof threadHit>;
export type PersonHit = z.infer<typeof personHit>;
