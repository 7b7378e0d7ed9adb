import type { ChatMessage } from '#server/ai/model.ts';

/** What the person has said since the last reply: one text, or a burst. */
export function listQuestion(messages: ChatMessage[]): ChatMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
}

/** Of this turn, a burst as a whole, and the person's last words before it. */
export function splitQuestion(messages: ChatMessage[]): { question: string; previous?: string } {
  const said = listQuestion(messages);
  const before = messages.slice(0, messages.length - said.length);
  const previous = before.findLast(({ role }) => role === 'user')?.content;
  return {
    question: said.map(({ content }) => content).join('\n'),
    ...(previous !== undefined && { previous }),
  };
}

export function listAsked(messages: ChatMessage[]): string[] {
  return messages.filter(({ role }) => role === 'user').map(({ content }) => content);
}
