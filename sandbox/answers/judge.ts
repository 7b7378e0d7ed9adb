import { type Conversation, findQuestion, stripSwitches } from './conversation.ts';

const injection =
  /\b(ignore|forget|disregard)\b.{0,30}\b(previous|prior|above|your|all)\b.{0,20}\b(instructions?|prompt|rules)\b/i;

/** A rule of the prompt that says what to turn away: "Reject messages about weapons or gambling." */
const rejectingRule =
  /\b(?:reject|refuse|block|disallow|decline|deny|do not allow|don't allow)\b([^.;!?\n]*)/gi;
/** A rule with one of these means the opposite of its nouns: "Reject anything that is not about maths." */
const exception = /\b(not|unless|except|other than|outside|beyond|without|unrelated)\b/i;

const emptyWords = new Set(
  'about after anything asking asks contain contains content everything from harmful have including into like message messages mention mentions people please question questions request requests should something talk text texts that them these they this topic topics user users want wants when which with words your'.split(
    ' ',
  ),
);

/** Whether a validator would let a text through, and why not. Plain words of the prompt count; nothing is understood. */
export function judgeText(conversation: Conversation): { isAllowed: boolean; reason: string } {
  const question = findQuestion(conversation);
  if (/\[reject\]/i.test(question)) return reject('The text asked to be rejected.');
  if (injection.test(question)) return reject('The text tries to change the rules.');
  const said = new Set(splitWords(stripSwitches(question)));
  const word = listRejectedWords(conversation.system).find((each) => said.has(each));
  if (word) return reject(`The rules turn away texts about "${word}".`);
  return { isAllowed: true, reason: 'Nothing in the rules speaks against it.' };
}

function reject(reason: string) {
  return { isAllowed: false, reason };
}

function listRejectedWords(prompt: string): string[] {
  return [...prompt.matchAll(rejectingRule)]
    .map((rule) => rule[1] ?? '')
    .filter((rule) => !exception.test(rule))
    .flatMap(splitWords)
    .filter((word) => word.length > 3 && !emptyWords.has(word));
}

/** Lower case, plural endings gone, so that "weapon" meets "weapons". */
function splitWords(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z']{3,}/g) ?? [];
  return words.map((word) => (emptyWords.has(word) ? word : word.replace(/(?<=[^s])s$/, '')));
}
