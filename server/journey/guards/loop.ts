import type { SaidText } from '#server/messages/history-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';

const maxMessages = 30;
/** People who read an answer take longer, time after time. */
const maxEchoMs = 10_000;
const maxSame = 5;
/** "ok", "next": pupils are quick with these. */
const shortLength = 12;
const maxSameShort = 10;

/** Two machines would answer each other endlessly. Says once why it paused. */
export function checkLoop(turn: Turn): Objection | null {
  const { message, said, isToldOfLoop, thread, optOut } = turn;
  if (!said) return null;
  const flood = isFlood(turn);
  if (!flood && !isEcho(said, message.body)) return null;
  const mayText = message.origin !== 'gateway' || !optOut;
  const text = flood ? systemTexts.pausedForFlood(maxMessages) : systemTexts.pausedForEcho();
  return {
    guard: 'loop',
    state: 'recorded',
    text: isToldOfLoop || !mayText ? null : text,
    isToStranger: thread.userId === null,
  };
}

/** Whether what was said in the last minutes has to be read. */
export function mayBeLoop(turn: Pick<Turn, 'message' | 'recent'>): boolean {
  return isFlood(turn) || (turn.recent.same >= maxSame && turn.message.body.trim() !== '');
}

const isFlood = ({ recent }: Pick<Turn, 'recent'>) => recent.all > maxMessages;

/** The same text right after each of ours; or once more while paused. */
function isEcho(said: SaidText[], body: string): boolean {
  const before = said.slice(1).find(({ isOurs }) => !isOurs);
  if (before?.isSame && before.guard === 'loop') return true;
  return 1 + countEchoes(said) >= (body.trim().length <= shortLength ? maxSameShort : maxSame);
}

/** @param said newest first. */
function countEchoes(said: SaidText[]): number {
  let count = 0;
  for (let at = 0; at < said.length; count++) {
    const [text, answered] = [said[at], said[at + 1]];
    if (!text || text.isOurs || !text.isSame || !answered?.isOurs) break;
    if (text.at - answered.at > maxEchoMs) break;
    at++;
    while (said[at]?.isOurs) at++;
  }
  return count;
}
