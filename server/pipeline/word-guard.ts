import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { countWordAnswers, wordAnswersPerHour } from '#server/messages/limits-store.ts';
import type { SystemText } from '#server/messages/system-texts.ts';
import { type Balance, wordTexts } from '#server/messages/word-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { listWords, type WordKey, wordKeys } from '#shared/expert-words.ts';
import { normalizeWord } from '#shared/keywords.ts';
import { speakerOf } from './disclosure.ts';
import { askToForget } from './forget-guard.ts';
import { asksIfHuman } from './human-question.ts';
import type { Objection } from './outcome.ts';

/**
 * Answers MENU and similar words, and "Are you human?", without a model or a credit, even after a takeover. Stops after
 * too many of them, because two machines could text each other endlessly.
 */
export async function checkWord(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const word = readWord(claim);
  if (!word) return null;
  const answered = await countWordAnswers(runtime.db, claim.thread.handle, runtime.clock.now());
  if (answered >= wordAnswersPerHour) return { guard: 'word-limit', state: 'recorded', text: null };
  return {
    guard: 'word',
    state: 'recorded',
    text: writeAnswer(runtime, claim, word),
    isToStranger: claim.thread.userId === null,
  };
}

/** A picture's caption is about the picture, so it is no word. HUMAN has a guard of its own. */
function readWord({ message, expert, hasAttachments }: ClaimedMessage): WordKey | null {
  if (message.content === 'unreadable' || hasAttachments) return null;
  const used = listWords(expert.words);
  const text = normalizeWord(message.body);
  const word = wordKeys.find((key) => used[key] === text);
  if (word) return word;
  return asksIfHuman(message.body, expert.displayName) ? 'who' : null;
}

function writeAnswer(runtime: Runtime, claim: ClaimedMessage, word: WordKey): SystemText {
  const { publicUrl } = runtime.config;
  const speaker = speakerOf(claim.expert);
  switch (word) {
    case 'menu':
      return wordTexts.menu(speaker);
    case 'balance':
      return wordTexts.balance(balanceOf(runtime, claim), publicUrl);
    case 'plans':
      return wordTexts.plans(publicUrl);
    case 'forget':
      return askToForget(runtime, claim);
    case 'who':
    case 'human':
      return claim.thread.handler === 'human'
        ? wordTexts.personNow(speaker)
        : wordTexts.who(speaker);
  }
}

function balanceOf({ clock }: Runtime, { user }: ClaimedMessage): Balance {
  if (!user) return { kind: 'none' };
  const { subExpiration: until, messageCount, paidMessages } = user;
  if (until && until > clock.now()) return { kind: 'unlimited', until };
  return { kind: 'credits', left: paidMessages - messageCount, granted: paidMessages };
}
