import { currentReader, forUsers } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import { pageOf } from '#server/http/pages.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { searchQuery, searchReply } from '#shared/api/search.ts';
import { parseThreadCursor, writeThreadCursor } from '../conversations/cursors.ts';
import { createExcerpts } from './excerpt.ts';
import { search } from './service.ts';
import { toMessageHit, toNoteHit, toPersonHits, toThreadHit } from './views.ts';

export async function searchRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.get(
    '/api/search',
    {
      ...forUsers(runtime),
      config: { ...limitByAccount('search'), hasOwnLimit: true },
      schema: {
        summary: 'Finds messages, people, conversations and notes',
        querystring: searchQuery,
        response: replies(searchReply),
      },
    },
    async (request) => {
      const reader = currentReader(request);
      const { cursor, limit } = request.query;
      const after = cursor ? parseThreadCursor(cursor) : null;
      const found = await search(runtime, reader, request.query, after);
      const { names } = found;
      const cut = createExcerpts(found.terms);
      const { page, last } = pageOf(found.messages, limit);
      return {
        exact: found.exact.map((row) => toMessageHit(reader, row, createExcerpts([]))),
        hits: page.map((row) => toMessageHit(reader, row, cut)),
        people: toPersonHits(names),
        threads: names.titles.map((place) => toThreadHit(reader, place)),
        notes: found.notes.map((row) => toNoteHit(reader, row, cut)),
        nextCursor: last && writeThreadCursor({ micros: last.micros, id: last.messageId }),
      };
    },
  );
}
