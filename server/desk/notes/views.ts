import type { Note } from '#shared/api/notes.ts';
import { toColleague } from '../conversations/views.ts';
import type { NoteView } from './store.ts';

export function toNote({ id, body, author, createdAt }: NoteView): Note {
  const { role, ...colleague } = author;
  return {
    id,
    body,
    author: { ...toColleague(colleague), role },
    createdAt: createdAt.toISOString(),
  };
}
