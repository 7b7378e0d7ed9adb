import {
  type Conversation,
  findLastAnswer,
  findQuestion,
  listEarlier,
  stripSwitches,
} from './conversation.ts';
import { shorten } from './pick.ts';

const quoted = 80;

/** Questions about the conversation itself. */
export function recall(conversation: Conversation): string | null {
  const question = stripSwitches(findQuestion(conversation));
  const earlier = listEarlier(conversation).map(stripSwitches).filter(Boolean);
  if (/\bwhat('s| is) my name\b|\bdo you know my name\b/i.test(question))
    return recallName(earlier);
  if (
    /\bwhat (did|was|were) (i|we|my)\b.*\bfirst\b|\bmy first (question|message|text)\b/i.test(
      question,
    )
  ) {
    return quote('The first thing you texted was', earlier[0]);
  }
  if (/\bhow many (messages|texts|questions)\b/i.test(question)) return countTexts(earlier.length);
  if (
    /\bwhat did you (just )?(say|tell|answer)|\b(say|repeat) (that|it) again|\bcome again\b/i.test(
      question,
    )
  ) {
    return repeat(findLastAnswer(conversation));
  }
  const asksLast =
    /\bwhat (did|was|were) (i|we|my)\b.*\b(say|said|ask|asked|text|texted|last|before|talking|about)\b/i;
  return asksLast.test(question) ? quote('Just before this you texted', earlier.at(-1)) : null;
}

function quote(opening: string, text: string | undefined): string {
  if (!text) return 'Nothing yet: this is the first text I have from you.';
  return `${opening} "${shorten(text, quoted)}".`;
}

function recallName(earlier: string[]): string {
  const said =
    /\b(?:[Mm]y name is|[Ii]'?m called|[Cc]all me|[Tt]his is)\s+([A-Z][\w'-]{1,20})|\bI(?:'m| am) ([A-Z][a-z'-]{1,20})\b/;
  const found = earlier.map((text) => said.exec(text)).findLast(Boolean);
  const name = found?.[1] ?? found?.[2];
  return name ? `You told me: ${name}.` : 'You have not told me yet. What shall I call you?';
}

function countTexts(before: number): string {
  return before === 0
    ? 'This is your first.'
    : `This is number ${before + 1} in this conversation.`;
}

function repeat(answer: string | null): string {
  return answer
    ? `I said: ${shorten(answer, 300)}`
    : 'I have not said anything yet. What is your question?';
}
