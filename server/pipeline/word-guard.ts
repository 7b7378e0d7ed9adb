import type { ThreadRow } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { hasPersonWritten } from '#server/messages/handover-store.ts';
import { isToldOfWordLimit, mayAnswerWord } from '#server/messages/limits-store.ts';
import type { SystemText } from '#server/messages/system-texts.ts';
import { type Balance, wordTexts } from '#server/messages/word-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { hasTeam } from '#server/users/store.ts';
import { listWords, type WordKey, wordKeys } from '#shared/expert-words.ts';
import { normalizeWord } from '#shared/keywords.ts';
import { speakerOf } from './disclosure.ts';
import { askToForget } from './forget-guard.ts';
import { asksIfHuman } from './human-question.ts';
import type { Objection } from './outcome.ts';

/** Free and without a model, even after a takeover. Limited, because two machines could text each other endlessly. */
export async function checkWord(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const word = asksTruth(claim) ? 'truth' : readWord(claim);
  if (!word) return null;
  const { handle, userId } = claim.thread;
  const kind = word === 'forget' ? 'forget' : 'word';
  // The truth is told each time; the loop guard stops machines.
  if (word !== 'truth' && !(await mayAnswerWord(runtime.db, handle, kind, runtime.clock.now()))) {
    const isTold = await isToldOfWordLimit(runtime.db, handle, runtime.clock.now());
    const text = isTold ? null : wordTexts.limit();
    return { guard: 'word-limit', state: 'recorded', text, isToStranger: userId === null };
  }
  const text = await writeAnswer(runtime, claim, word);
  return { guard: 'word', state: 'recorded', text, isToStranger: userId === null };
}

/** A caption is no word. HUMAN has its own guard. */
function readWord({ message, expert, hasAttachments }: ClaimedMessage): WordKey | null {
  if (message.content === 'unreadable' || hasAttachments) return null;
  const used = listWords(expert.words);
  const text = normalizeWord(message.body);
  return wordKeys.find((key) => used[key] === text) ?? null;
}

function asksTruth({ message, expert, hasAttachments }: ClaimedMessage): boolean {
  if (message.content === 'unreadable' || hasAttachments) return false;
  return asksIfHuman(message.body, expert.displayName);
}

async function writeAnswer(
  runtime: Runtime,
  claim: ClaimedMessage,
  word: WordKey | 'truth',
): Promise<SystemText> {
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
    case 'truth':
      if (claim.thread.handler === 'ai') return wordTexts.who(speaker);
      if (await isPersonHere(runtime, claim.thread)) return wordTexts.personNow(speaker);
      return (await hasTeam(runtime.db))
        ? wordTexts.aiIsOff(speaker)
        : wordTexts.aiHasPaused(speaker);
  }
}

/** A thread that waits for the team has no person yet. */
async function isPersonHere({ db }: Runtime, thread: ThreadRow): Promise<boolean> {
  return thread.handedBecause === 'taken' || (await hasPersonWritten(db, thread));
}

function balanceOf({ clock }: Runtime, { user }: ClaimedMessage): Balance {
  if (!user) return { kind: 'none' };
  const { subExpiration: until, messageCount, paidMessages } = user;
  if (until && until > clock.now()) return { kind: 'unlimited', until };
  return { kind: 'credits', left: paidMessages - messageCount, granted: paidMessages };
}
