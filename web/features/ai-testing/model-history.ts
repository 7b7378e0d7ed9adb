import type { TestMessage, TestMessageRequest } from '#shared/api/ai-testing.ts';

type History = NonNullable<TestMessageRequest['conversationHistory']>;

/** The server uses no more than this, and a request has at most 100 KB. */
const maxCharacters = 30_000;
const maxMessages = 200;

/** As on the phone, without rejected questions and their replies. */
export function selectHistory(messages: readonly TestMessage[]): History {
  const accepted = messages.filter((message, index) => {
    const question = message.role === 'user' ? message : messages[index - 1];
    return question?.verdict?.isAllowed !== false;
  });
  const history: History = [];
  let left = maxCharacters;
  for (const { role, body } of accepted.toReversed().slice(0, maxMessages)) {
    left -= body.length;
    if (left < 0) break;
    history.unshift({ role, content: body });
  }
  return history;
}
