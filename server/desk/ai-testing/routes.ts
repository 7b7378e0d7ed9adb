import { currentUser, forAdmins } from '#server/access/guard.ts';
import { type Api, promptLimit, replies } from '#server/http/api.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  testConversationsQuery,
  testConversationsReply,
  testDraftReply,
  testDraftRequest,
  testMessageReply,
  testMessageRequest,
} from '#shared/api/ai-testing.ts';
import { listConversations, testDraft, testExpert } from './service.ts';

export async function aiTestingRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forAdmins(runtime, 'test experts');
  // Shutdown waits for open requests, so model calls must end.
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  app.post(
    '/api/test-message',
    {
      ...guard,
      ...promptLimit,
      config: limitByAccount('testMessage'),
      schema: {
        body: testMessageRequest,
        response: replies(testMessageReply),
      },
    },
    async (request) => testExpert(runtime, currentUser(request).id, request.body, stopping.signal),
  );

  app.post(
    '/api/test-draft',
    {
      ...guard,
      ...promptLimit,
      config: limitByAccount('testMessage'),
      schema: {
        summary: 'Answers as an expert would with unsaved settings. Nothing is stored',
        body: testDraftRequest,
        response: replies(testDraftReply),
      },
    },
    async (request) => testDraft(runtime, request.body, stopping.signal),
  );

  app.get(
    '/api/test-conversations',
    {
      ...guard,
      schema: { querystring: testConversationsQuery, response: replies(testConversationsReply) },
    },
    async (request) => ({
      conversations: await listConversations(
        runtime,
        currentUser(request).id,
        request.query.expertId,
      ),
    }),
  );
}
