import type { SystemText } from '#server/messages/system-texts.ts';
import { type Balance, wordTexts } from '#server/messages/word-texts.ts';
import { listWords, type WordKey, wordKeys } from '#shared/expert-words.ts';
import { normalizeWord } from '#shared/keywords.ts';
import { speakerOf } from '../answer/disclosure.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { asksIfHuman } from '../wishes/human-question.ts';
import { askToForget } from './forget.ts';
import { isToldOfWordLimit, mayAnswerWord } from './own-texts.ts';

/** Free and without a model, even after a takeover. Limited, because two machines could text each other endlessly. */
export function checkWord(turn: Turn): Objection | null {
  const word = asksTruth(turn) ? 'truth' : readWord(turn);
  if (!word) return null;
  const isToStranger = turn.thread.userId === null;
  // The truth is told each time; the loop guard stops machines.
  if (word !== 'truth' && !mayAnswerWord(turn, word === 'forget' ? 'forget' : 'word')) {
    const text = isToldOfWordLimit(turn) ? null : wordTexts.limit();
    return { guard: 'word-limit', state: 'recorded', text, isToStranger };
  }
  return { guard: 'word', state: 'recorded', text: writeAnswer(turn, word), isToStranger };
}

/** A caption is no word. HUMAN has its own guard. */
function readWord({ message, expert, hasAttachments }: Turn): WordKey | null {
  if (message.content === 'unreadable' || hasAttachments) return null;
  const used = listWords(expert.words);
  const text = normalizeWord(message.body);
  return wordKeys.find((key) => used[key] === text) ?? null;
}

function asksTruth({ message, expert, hasAttachments }: Turn): boolean {
  if (message.content === 'unreadable' || hasAttachments) return false;
  return asksIfHuman(message.body, expert.displayName);
}

function writeAnswer(turn: Turn, word: WordKey | 'truth'): SystemText {
  const { expert, thread, publicUrl } = turn;
  const speaker = speakerOf(expert);
  switch (word) {
    case 'menu':
      return wordTexts.menu(speaker);
    case 'balance':
      return wordTexts.balance(balanceOf(turn), publicUrl);
    case 'plans':
      return wordTexts.plans(publicUrl);
    case 'forget':
      return askToForget(turn);
    case 'who':
    case 'human':
    case 'truth':
      if (thread.handler === 'ai') return wordTexts.who(speaker);
      if (isPersonHere(turn)) return wordTexts.personNow(speaker);
      return turn.hasTeam ? wordTexts.aiIsOff(speaker) : wordTexts.aiHasPaused(speaker);
  }
}

/** A thread that waits for the team has no person yet. */
function isPersonHere({ thread, hasPersonWritten }: Turn): boolean {
  return thread.handedBecause === 'taken' || hasPersonWritten;
}

function balanceOf({ user, now }: Turn): Balance {
  if (!user) return { kind: 'none' };
  const { subExpiration: until, messageCount, paidMessages } = user;
  if (until && until > now) return { kind: 'unlimited', until };
  return { kind: 'credits', left: paidMessages - messageCount, granted: paidMessages };
}
