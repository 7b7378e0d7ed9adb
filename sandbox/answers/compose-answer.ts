import { describePictures } from '../models/picture-info.ts';
import {
  type Conversation,
  findLastAnswer,
  findPictures,
  findQuestion,
  stripSwitches,
} from './conversation.ts';
import { recall } from './memory.ts';
import { findSentence } from './pieces/find-sentence.ts';
import { type Given, readPieces } from './pieces/read-pieces.ts';
import { addTrailer, insertBeforeTrailer } from './pieces/trailer.ts';
import { findSmallTalk } from './small-talk.ts';
import {
  findAnswer,
  findDemoAnswer,
  findFollowUp,
  listAnswers,
  listSubjects,
} from './subjects/find-answer.ts';

const label = '(Sandbox answer.)';
const piecesLabel = '(Sandbox: it only finds words; a real model understands.)';

/** Deterministic: a streamed answer equals a whole one. */
export function composeAnswer(conversation: Conversation): string {
  const given = readPieces(conversation.system);
  if (given) return answerFromPieces(conversation, given);
  return addLabel(conversation, composeUnlabeled(conversation));
}

function addLabel(conversation: Conversation, answer: string): string {
  const isLabeled = hasSaid(conversation, label) || hasSaid(conversation, piecesLabel);
  return isLabeled || /sandbox/i.test(answer) ? answer : `${answer} ${label}`;
}

function hasSaid({ turns }: Conversation, words: string): boolean {
  return turns.some(({ role, text }) => role === 'assistant' && text.includes(words));
}

/** In so many words a greeting may also ask something. */
const maxTalkWords = 4;

/** What a model does that is given pieces of documents, by words alone: a sentence as it stands, or nothing. */
function answerFromPieces(conversation: Conversation, given: Given): string {
  const question = stripSwitches(findQuestion(conversation));
  const talk = findTalk(conversation, question);
  const isTalk = talk !== null && question.split(' ').length <= maxTalkWords;
  const found = isTalk ? null : findSentence(given.pieces, question);
  const isLabeled = hasSaid(conversation, piecesLabel);
  const withLabel = (text: string) => (isLabeled ? text : `${text} ${piecesLabel}`);
  if (found) return addTrailer(withLabel(found.said), found);
  if (talk !== null) return addTrailer(addLabel(conversation, talk), 'talk');
  if (given.mayKnowMore) {
    return addTrailer(addLabel(conversation, composeUnlabeled(conversation)), 'none');
  }
  return addTrailer(withLabel('My documents have no sentence about that.'), 'none');
}

function findTalk(conversation: Conversation, question: string): string | null {
  if (findPictures(conversation).length > 0) return null;
  if (question === '') return noWords;
  return recall(conversation, question) ?? findSmallTalk(readName(conversation.system), question);
}

const longLength = 2400;

/** To show how the product splits a long text. */
export function composeLongAnswer(conversation: Conversation): string {
  const rest = listAnswers(conversation.system).join(' ');
  const answer = composeAnswer(conversation);
  const more = ` ${rest}`.slice(0, Math.max(0, longLength - answer.length));
  return insertBeforeTrailer(answer, more);
}

const noWords = 'I got that, but there are no words in it. What is your question?';

function composeUnlabeled(conversation: Conversation): string {
  const { system } = conversation;
  const question = stripSwitches(findQuestion(conversation));
  const pictures = describePictures(findPictures(conversation));
  if (pictures) {
    const answer = findAnswer(system, question);
    return `${pictures} ${answer ?? 'The sandbox sees no more of it; a real model would look inside.'}`;
  }
  if (question === '') return noWords;
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
