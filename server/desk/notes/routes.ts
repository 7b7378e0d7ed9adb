import { currentReader, currentUser, forStaff } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams, okReply } from '#shared/api/common.ts';
import { noteParams, noteRequest, notesReply, oneNoteReply } from '#shared/api/notes.ts';
import { addNote, readNotes, removeNote } from './service.ts';
import { toNote } from './views.ts';

export async function noteRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forStaff(runtime, 'read and write notes');

  app.get(
    '/api/threads/:id/notes',
    {
      ...guard,
      schema: {
        summary: "The staff's private notes on a conversation",
        params: idParams,
        response: replies(notesReply),
      },
    },
    async (request) => {
      const notes = await readNotes(runtime, currentReader(request), request.params.id);
      return { notes: notes.map(toNote) };
    },
  );

  app.post(
    '/api/threads/:id/notes',
    {
      ...guard,
      config: limitByAccount('writeMessage'),
      schema: {
        summary: 'Adds a private note, which is never texted or shown to a model',
        params: idParams,
        body: noteRequest,
        response: replies(oneNoteReply),
      },
    },
    async (request) => {
      const { params, body } = request;
      const note = await addNote(runtime, currentReader(request), {
        threadId: params.id,
        body: body.body,
      });
      return { note: toNote(note) };
    },
  );

  app.delete(
    '/api/threads/:id/notes/:noteId',
    {
      ...guard,
      schema: {
        summary: "Deletes a private note; an agent's only, if an agent asks",
        params: noteParams,
        response: replies(okReply),
      },
    },
    async (request) => {
      const { id: threadId, noteId } = request.params;
      const { role } = currentUser(request);
      await removeNote(runtime, currentReader(request), { threadId, noteId, role });
      return { ok: true } as const;
    },
  );
}
