import { describePictures } from '../models/sight.ts';
import { explainSum } from './arithmetic/explain.ts';
import {
  type Conversation,
  findLastAnswer,
  findQuestion,
  findShown,
  listEarlier,
  stripSwitches,
} from './conversation.ts';
import { type Expert, findSaid, findTip, readExpert } from './expert.ts';
import { recall } from './memory.ts';
import { pick, shorten } from './pick.ts';
import { talkSmall } from './small-talk.ts';

const label = '(Sandbox answer.)';

/** A short answer in the expert's name: the same conversation always gets the same one, and the first says what it is. */
export function composeAnswer(conversation: Conversation): string {
  const answer = composePlain(conversation);
  const isFirst = !conversation.turns.some(
    ({ role, text }) => role === 'assistant' && text.includes(label),
  );
  return isFirst && !/sandbox/i.test(answer) ? `${answer} ${label}` : answer;
}

function composePlain(conversation: Conversation): string {
  const expert = readExpert(conversation.system);
  const text = stripSwitches(findQuestion(conversation));
  const seed = `${expert.name} ${listEarlier(conversation).length} ${text}`;
  const seen = describePictures(findShown(conversation));
  if (seen) {
    const told = text === '' ? null : (explainSum(text) ?? tell(expert, text, seed));
    return `${seen} ${told ?? 'The sandbox sees no more of it than that; a real model would look inside.'}`;
  }
  if (text === '') return 'I got that, but there are no words in it. What would you like to know?';
  return (
    recall(conversation) ??
    followUp(expert, conversation, text) ??
    talkSmall(expert, text, seed) ??
    explainSum(text) ??
    tell(expert, text, seed) ??
    askBack(expert, text, seed)
  );
}

/** "Why?" and "another one" go on from what was said last. */
function followUp(expert: Expert, conversation: Conversation, text: string): string | null {
  const asksMore =
    /^(but )?(why|how so|how come|more|go on|tell me more|another( one| example)?|an example|example|what else|and then)\b[\s\w,']{0,25}[?.!]*$/i;
  const last = findLastAnswer(conversation);
  if (!last || !asksMore.test(text)) return null;
  const said = findSaid(expert, last);
  if (!said) return null;
  const isNew = !conversation.turns.some((turn) => turn.text.includes(said.more));
  return isNew ? said.more : `That is about all the sandbox knows of it. Try another question?`;
}

function tell(expert: Expert, text: string, seed: string): string | null {
  const tip = findTip(expert, text);
  return tip ? pick(tip.says, seed) : null;
}

function askBack(expert: Expert, text: string, seed: string): string {
  const about = `"${shorten(text.replace(/[?.!]+$/, ''), 60)}"`;
  const field = expert.topic ?? 'that';
  return pick(
    [
      `About ${about}: start with the part you already know, then change one thing at a time. What have you tried so far?`,
      `Good question: ${about}. Tell me a little more, what is it for?`,
      `I would break ${about} into two smaller steps. Which is the first one that feels unclear?`,
      `On ${about} I need one detail more. Is it about ${field}, or something else?`,
    ],
    seed,
  );
}

const longLength = 2400;

/** Longer than one text may be, to see it cut and sent in parts. */
export function composeLongAnswer(conversation: Conversation): string {
  let answer = `${composeAnswer(conversation)} Here is all I have on it.`;
  for (const { says, more } of readExpert(conversation.system).tips) {
    if (answer.length < longLength) answer += ` ${says[0]} ${more}`;
  }
  return answer;
}
