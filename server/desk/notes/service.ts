import { recordChange } from '#server/access/audit/store.ts';
import type { Reader } from '#server/access/guard.ts';
import { lockThread } from '#server/db/locks.ts';
import { transact } from '#server/db/transact.ts';
import { forbidden, notFound } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { mayDeleteNote, type Role } from '#shared/roles.ts';
import { getThreadFor } from '../conversations/store.ts';
import { deleteNote, findNote, insertNote, listNotes, type NoteView } from './store.ts';

/** @throws {AppError} 404 */
export async function readNotes(
  { db }: Runtime,
  reader: Reader,
  threadId: string,
): Promise<NoteView[]> {
  const { id } = await getThreadFor(db, reader, threadId);
  return listNotes(db, id);
}

/** @throws {AppError} 404, also if the person is erased meanwhile. */
export async function addNote(
  { db, clock, changes }: Runtime,
  author: Reader,
  { threadId, body }: { threadId: string; body: string },
): Promise<NoteView> {
  await getThreadFor(db, author, threadId);
  const note = await transact(db, async (tx) => {
    const { erasedAt } = await lockThread(tx, threadId);
    if (erasedAt) throw notFound('Conversation');
    const now = clock.now();
    const noteId = await insertNote(tx, { threadId, authorId: author.id, body, createdAt: now });
    await recordChange(tx, {
      actorId: author.id,
      action: 'thread.add-note',
      entity: 'thread',
      entityId: threadId,
      before: null,
      after: { noteId },
      now,
    });
    return findNote(tx, { threadId, noteId });
  });
  if (!note) throw notFound('Note');
  // Not to the owner: only staff may know of notes.
  changes.publish({ type: 'thread', threadId, userId: null });
  return note;
}

/** @throws {AppError} 404; 403 for an agent and an admin's note. */
export async function removeNote(
  { db, clock, changes }: Runtime,
  reader: Reader,
  { threadId, noteId, role }: { threadId: string; noteId: string; role: Role },
): Promise<void> {
  await getThreadFor(db, reader, threadId);
  await transact(db, async (tx) => {
    const note = await findNote(tx, { threadId, noteId });
    if (note && !mayDeleteNote({ id: reader.id, role }, note.author)) {
      throw forbidden('You need admin access to delete this note.');
    }
    if (!(await deleteNote(tx, { threadId, noteId }))) throw notFound('Note');
    await recordChange(tx, {
      actorId: reader.id,
      action: 'thread.delete-note',
      entity: 'thread',
      entityId: threadId,
      before: { noteId },
      after: { noteId: null },
      now: clock.now(),
    });
  });
  changes.publish({ type: 'thread', threadId, userId: null });
}
