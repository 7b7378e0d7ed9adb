import { nameOf } from '#server/threads/views.ts';
import type { Note } from '#shared/api/notes.ts';
import type { NoteView } from './store.ts';

export function toNote({ id, body, author, createdAt }: NoteView): Note {
  const name = nameOf(author) ?? author.email;
  return { id, body, author: { id: author.id, name }, createdAt: createdAt.toISOString() };
}
