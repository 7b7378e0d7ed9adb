import { describePictures } from '../models/picture-info.ts';
import {
  type Conversation,
  findLastAnswer,
  findPictures,
  findQuestion,
  stripSwitches,
} from './conversation.ts';
import { recall } from './memory.ts';
import { findSmallTalk } from './small-talk.ts';
import {
  findAnswer,
  findDemoAnswer,
  findFollowUp,
  listAnswers,
  listSubjects,
} from './subjects/find-answer.ts';

const label = '(Sandbox answer.)';

/** Deterministic: a streamed answer equals a whole one. */
export function composeAnswer(conversation: Conversation): string {
  const answer = composeUnlabeled(conversation);
  const isLabeled = conversation.turns.some(
    ({ role, text }) => role === 'assistant' && text.includes(label),
  );
  return isLabeled || /sandbox/i.test(answer) ? answer : `${answer} ${label}`;
}

const longLength = 2400;

/** To show how the product splits a long text. */
export function composeLongAnswer(conversation: Conversation): string {
  const rest = listAnswers(conversation.system).join(' ');
  return `${composeAnswer(conversation)} ${rest}`.slice(0, longLength);
}

function composeUnlabeled(conversation: Conversation): string {
  const { system } = conversation;
  const question = stripSwitches(findQuestion(conversation));
  const pictures = describePictures(findPictures(conversation));
  if (pictures) {
    const answer = findAnswer(system, question);
    return `${pictures} ${answer ?? 'The sandbox sees no more of it; a real model would look inside.'}`;
  }
  if (question === '') return 'I got that, but there are no words in it. What is your question?';
  const name = readName(system);
  return (
    recall(conversation, question) ??
    continueAnswer(conversation, question) ??
    findDemoAnswer(system, question) ??
    findSmallTalk(name, question) ??
    findAnswer(system, question) ??
    admitNotKnowing(system, name)
  );
}

function continueAnswer(conversation: Conversation, question: string): string | null {
  const asksMore =
    /^(but )?(why|how so|how come|more|go on|tell me more|another( one| example)?|(an )?example|what else)\b[\s\w,']{0,25}[?.!]*$/i;
  if (!asksMore.test(question)) return null;
  const more = findFollowUp(findLastAnswer(conversation) ?? '');
  const isRepeated = conversation.turns.some(({ text }) => more && text.includes(more));
  return isRepeated ? 'That is all the sandbox knows about it. Another question?' : more;
}

function admitNotKnowing(system: string, name: string): string {
  const example = listSubjects(system)[0]?.suggestions[0];
  const advice = example ? ` Try "${example}"` : '';
  return `I would love to help, but this is the sandbox: it has a few dozen answers, and none to that.${advice} With an AI provider connected, ${name} answers for real.`;
}

function readName(system: string): string {
  const named =
    /\b(?:[Yy]ou are|[Yy]ou're|[Yy]our name is|[Aa]ct as|called|named)\s+(?:an?\s+\w+\s+(?:called|named)\s+)?([A-Z][\w'-]+(?: [A-Z][\w'-]+)?)/;
  return named.exec(system)?.[1] ?? 'the expert';
}
