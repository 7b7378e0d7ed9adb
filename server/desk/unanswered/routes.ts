import { currentUser, forAdmins } from '#server/access/guard.ts';
import { type Api, failures, replies } from '#server/http/api.ts';
import { parseTimeCursor, writeTimeCursor } from '#server/http/pages.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams } from '#shared/api/common.ts';
import {
  answerUnansweredParams,
  answerUnansweredReply,
  answerUnansweredRequest,
  unansweredQuery,
  unansweredReply,
} from '#shared/api/knowledge.ts';
import { answerQuestion, listUnanswered } from './service.ts';

/** What people asked and an expert's sources did not say. */
export async function unansweredRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forAdmins(runtime, 'answer what an expert could not');

  app.get(
    '/api/experts/:id/unanswered',
    {
      ...guard,
      schema: {
        params: idParams,
        querystring: unansweredQuery,
        response: replies(unansweredReply),
      },
    },
    async ({ params, query: { cursor } }) => {
      const before = cursor ? parseTimeCursor(cursor) : null;
      const { questions, next } = await listUnanswered(runtime, params.id, before);
      return { questions, nextCursor: next && writeTimeCursor(next) };
    },
  );

  app.post(
    '/api/unanswered/:messageId/answer',
    {
      ...guard,
      schema: {
        summary:
          'Adds the answer to what the expert knows, and texts it to those who asked, if wished',
        params: answerUnansweredParams,
        body: answerUnansweredRequest,
        response: { 201: answerUnansweredReply, ...failures },
      },
    },
    async (request, reply) => {
      const { messageId } = request.params;
      const who = { actorId: currentUser(request).id, messageId };
      reply.code(201);
      return answerQuestion(runtime, who, request.body);
    },
  );
}
