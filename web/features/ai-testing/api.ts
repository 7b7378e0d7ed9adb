import { queryOptions } from '@tanstack/react-query';
import {
  type TestConversation,
  type TestDraftReply,
  type TestDraftRequest,
  type TestMessageReply,
  type TestMessageRequest,
  testDraftRequest,
} from '#shared/api/ai-testing.ts';
import { api } from '#web/lib/api-client.ts';

export function testConversationsQuery(expertId: string) {
  return queryOptions({
    queryKey: ['test-conversations', expertId],
    queryFn: ({ signal }) =>
      api.get<{ conversations: TestConversation[] }>(
        `/api/test-conversations?${new URLSearchParams({ expertId })}`,
        signal,
      ),
  });
}

export function sendTestMessage(request: TestMessageRequest): Promise<TestMessageReply> {
  return api.post('/api/test-message', request);
}

const draftFields = Object.keys(testDraftRequest.shape.draft.shape);

/** @param draft may be a whole expert: only what an answer depends on is sent. */
export function testDraft({ draft, ...request }: TestDraftRequest): Promise<TestDraftReply> {
  const sent = Object.entries(draft).filter(([name]) => draftFields.includes(name));
  return api.post('/api/test-draft', { ...request, draft: Object.fromEntries(sent) });
}
