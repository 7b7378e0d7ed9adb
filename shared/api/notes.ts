import { z } from 'zod';
import { noteMaxLength } from '../limits.ts';
import { roles } from '../roles.ts';
import { idParams, requiredText, timestamp } from './common.ts';

/** Staff only: neither the person nor a model reads it. */
export const noteReply = z.object({
  id: z.uuid(),
  body: z.string(),
  /** `role`: today's. An agent can delete agents' notes only. */
  author: z.object({ id: z.uuid(), name: z.string(), role: z.enum(roles) }),
  createdAt: timestamp,
});

export const noteRequest = z.object({ body: requiredText('Note', noteMaxLength) });
export const noteParams = idParams.extend({ noteId: z.uuid('noteId must be a valid id') });
export const oneNoteReply = z.object({ note: noteReply });
/** Oldest first; if very many, the newest. */
export const notesReply = z.object({ notes: z.array(noteReply) });

export type Note = z.infer<typeof noteReply>;
export type NotesReply = z.infer<typeof notesReply>;
