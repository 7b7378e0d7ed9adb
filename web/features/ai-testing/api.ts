import { queryOptions } from '@tanstack/react-query';
import type {
  TestConversation,
  TestDraftReply,
  TestDraftRequest,
  TestMessageReply,
  TestMessageRequest,
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

export function testDraft(request: TestDraftRequest): Promise<TestDraftReply> {
  return api.post('/api/test-draft', request);
}
