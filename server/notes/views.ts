import { toColleague } from '#server/threads/views.ts';
import type { Note } from '#shared/api/notes.ts';
import type { NoteView } from './store.ts';

export function toNote({ id, body, author, createdAt }: NoteView): Note {
  return { id, body, author: toColleague(author), createdAt: createdAt.toISOString() };
}
