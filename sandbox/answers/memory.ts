import {
  type Conversation,
  findLastAnswer,
  listEarlierTexts,
  stripSwitches,
} from './conversation.ts';

const nameGiven =
  /\b(?:[Mm]y name is|[Ii]'?m called|[Cc]all me|[Tt]his is)\s+([A-Z][\w'-]{1,20})|\bI(?:'m| am) ([A-Z][a-z'-]{1,20})\b/;

export function recall(conversation: Conversation, question: string): string | null {
  const earlier = listEarlierTexts(conversation).map(stripSwitches).filter(Boolean);
  if (/\bmy name\?|\bwhat('s| is) my name\b/i.test(question)) return recallName(earlier);
  if (/\bmy first (question|message|text)\b|\bwhat did (i|we)\b.*\bfirst\b/i.test(question)) {
    return quote('The first thing you texted was', earlier[0]);
  }
  if (/\bhow many (messages|texts|questions)\b/i.test(question)) {
    return `This is text number ${earlier.length + 1} in this conversation.`;
  }
  if (/\bwhat did you (just )?(say|tell|answer)|\b(say|repeat) (that|it) again/i.test(question)) {
    return quote('I said', findLastAnswer(conversation));
  }
  if (/\bwhat (did|was|were) (i|we|my)\b.*\b(say|ask|text|last|before|about)/i.test(question)) {
    return quote('Just before this you texted', earlier.at(-1));
  }
  return null;
}

function quote(opening: string, text: string | null | undefined): string {
  if (!text) return 'Nothing yet: this is the first text I have from you.';
  return `${opening}: "${text.length > 200 ? `${text.slice(0, 200)}...` : text}"`;
}

function recallName(earlier: string[]): string {
  const found = earlier.map((text) => nameGiven.exec(text)).findLast(Boolean);
  const name = found?.[1] ?? found?.[2];
  return name ? `You said: ${name}.` : 'You have not said yet. What shall I call you?';
}
