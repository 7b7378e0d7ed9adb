import type { TestMessage, TestMessageRequest } from '#shared/api/ai-testing.ts';

type History = NonNullable<TestMessageRequest['conversationHistory']>;

/** More than the model is told would only be sent in vain, and a request has at most 100 KB. */
const maxCharacters = 30_000;
const maxMessages = 200;

/** What the model shall know of a conversation: as on the phone, nothing of what was turned away. */
export function historyOf(messages: readonly TestMessage[]): History {
  const told = messages.filter((message, index) => {
    const question = message.role === 'user' ? message : messages[index - 1];
    return question?.verdict?.isAllowed !== false;
  });
  const history: History = [];
  let left = maxCharacters;
  for (const { role, body } of told.toReversed().slice(0, maxMessages)) {
    left -= body.length;
    if (left < 0) break;
    history.unshift({ role, content: body });
  }
  return history;
}
