import { type Conversation, findQuestion, stripSwitches } from './conversation.ts';

export function composeAnswer(conversation: Conversation): string {
  return `You said 84: ${stripSwitches(findQuestion(conversation)).slice(0, 100)}. (Sandbox answer.)`;
}

export function composeLongAnswer(conversation: Conversation): string {
  return Array.from({ length: 60 }, () => composeAnswer(conversation)).join(' ');
}
