import { currentUser, forPayers } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import { answerUnpaid, listUnpaidFor } from '#server/journey/doors/answer-unpaid.ts';
import type { Runtime } from '#server/runtime.ts';
import { idParams } from '#shared/api/common.ts';
import { answerUnpaidReply, unpaidThreadsReply } from '#shared/api/unpaid.ts';
import { getThreadFor } from './store.ts';

/** For texts refused for lack of credit, once the person has paid. */
export async function unpaidRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.get(
    '/api/threads/unpaid',
    {
      ...forPayers(runtime),
      schema: {
        summary: 'Own conversations with texts that were refused for lack of credit',
        response: replies(unpaidThreadsReply),
      },
    },
    async (request) => ({ threads: await listUnpaidFor(runtime, currentUser(request)) }),
  );

  app.post(
    '/api/threads/:id/answer-unpaid',
    {
      ...forPayers(runtime),
      config: limitByAccount('writeMessage'),
      schema: {
        summary: 'Has own texts answered that were refused for lack of credit',
        params: idParams,
        response: replies(answerUnpaidReply),
      },
    },
    async (request) => {
      const userId = currentUser(request).id;
      // Even an admin only in their own threads: answers cost the owner credits.
      const owner = { id: userId, isStaff: false };
      const { id: threadId } = await getThreadFor(runtime.db, owner, request.params.id);
      return { answering: await answerUnpaid(runtime, { userId, threadId }) };
    },
  );
}
