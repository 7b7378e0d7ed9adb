import { type Conversation, findQuestion, stripSwitches } from './conversation.ts';
import { findAnswerOn, listSubjects } from './subjects/find-answer.ts';

const injection =
  /\b(ignore|forget|disregard)\b.{0,30}\b(previous|prior|above|your|all)\b.{0,20}\b(instructions?|prompt|rules)\b/i;

/** "Reject messages about weapons or gambling": one of these words is enough. */
const rejecting = 'reject|refuse|block|disallow|decline|deny|do not allow|don.t allow';
const rejectRule = new RegExp(`\\b(?:${rejecting})\\b([^.;!?\\n]*)`, 'gi');
/** Negates a reject rule: "anything that is not about math". */
const exception = /\b(not|unless|except|other than|outside|beyond|without|unrelated)\b/i;

const restRule = new RegExp(
  `\\b(?:${rejecting}) (?:everything|anything|all|the) (?:else|other|rest)\\b`,
  'i',
);
const allowRule = /\b(?:allow|accept|permit|answer)\b([^.;!?\n]*)/gi;
const onlyRule =
  /\b(?:only (?:allow|accept|permit|answer)|(?:allow|accept|permit|answer) only)\b([^.;!?\n]*)/gi;
const topicMark =
  /\b(?:about|on|regarding|concerning|related to|to do with|except|outside|other than)\b/i;

const emptyWords = new Set(
  'about after and anything asking asks contain contains content else everything from harmful have including into like message messages mention mentions other people please question questions request requests should something talk text texts that the them these they this topic topics user users wants want when which with words your'.split(
    ' ',
  ),
);

export type Validation = { isAllowed: boolean; reason: string };

/** By words, without understanding. */
export function validateText({ system, turns }: Conversation): Validation {
  const text = findQuestion({ system, turns });
  if (/\[reject\]/i.test(text)) return reject('The text asked to be rejected.');
  if (injection.test(text)) return reject('The text tries to change the rules.');
  const question = stripSwitches(text);
  const words = new Set(listWords(question));
  const rejected = listRejectedWords(system).find((word) => words.has(word));
  if (rejected) return reject(`The rules turn away texts about "${rejected}".`);
  const topics = listAllowedTopics(system);
  if (topics.length > 0 && !topics.some((topic) => isAbout(question, topic))) {
    return reject(`The rules allow only texts about ${topics.join(' or ')}.`);
  }
  return { isAllowed: true, reason: 'No rule is against it.' };
}

function reject(reason: string): Validation {
  return { isAllowed: false, reason };
}

function listRejectedWords(prompt: string): string[] {
  return [...prompt.matchAll(rejectRule)]
    .map(([, rule = '']) => rule)
    .filter((rule) => !exception.test(rule))
    .flatMap(listWords)
    .filter((word) => word.length > 3 && !emptyWords.has(word));
}

function listAllowedTopics(prompt: string): string[] {
  const allowed = [...prompt.matchAll(restRule.test(prompt) ? allowRule : onlyRule)];
  const exceptions = [...prompt.matchAll(rejectRule)].filter(([, rule = '']) =>
    exception.test(rule),
  );
  return [...allowed, ...exceptions].flatMap(([, rule = '']) => listTopics(rule));
}

function listTopics(rule: string): string[] {
  const mark = topicMark.exec(rule);
  const topic = mark ? rule.slice(mark.index + mark[0].length).trim() : '';
  return topic === '' && listSubjects(rule).length === 0 ? [] : [topic || rule.trim()];
}

function isAbout(question: string, topic: string): boolean {
  const words = new Set(listWords(topic).filter((word) => !emptyWords.has(word)));
  return (
    listWords(question).some((word) => words.has(word)) ||
    listSubjects(topic).some(
      (subject) => subject.called.test(question) || findAnswerOn(subject, question) !== null,
    )
  );
}

/** Without plural endings: "weapon" matches "weapons". */
function listWords(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z']{3,}/g) ?? [];
  return words.map((word) => (emptyWords.has(word) ? word : word.replace(/(?<=[^s])s$/, '')));
}
