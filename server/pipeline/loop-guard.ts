import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { listTurns, type Turn } from '#server/messages/history-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Objection } from './outcome.ts';

const maxMessages = 30;
/** People who read an answer take longer, time after time. */
const maxEchoMs = 10_000;
const maxSame = 5;
/** "ok", "next": pupils are quick with these. */
const shortLength = 12;
const maxSameShort = 10;

/** Two machines would answer each other endlessly. Says once why it paused. */
export async function checkLoop(
  { db }: Runtime,
  { message, recent, thread, optOut }: ClaimedMessage,
): Promise<Objection | null> {
  const isFlood = recent.all > maxMessages;
  const isRepeated = recent.same >= maxSame && message.body.trim() !== '';
  if (!isFlood && !isRepeated) return null;
  const turns = await listTurns(db, message);
  if (!isFlood && !isEcho(turns, message.body)) return null;
  const isTold = turns.some(({ systemKind }) => systemKind === 'loop');
  const mayText = message.origin !== 'gateway' || !optOut;
  const text = isFlood ? systemTexts.pausedForFlood(maxMessages) : systemTexts.pausedForEcho();
  return {
    guard: 'loop',
    state: 'recorded',
    text: isTold || !mayText ? null : text,
    isToStranger: thread.userId === null,
  };
}

/** The same text right after each of ours; or once more while paused. */
function isEcho(turns: Turn[], body: string): boolean {
  const before = turns.slice(1).find(({ isOurs }) => !isOurs);
  if (before?.isSame && before.guard === 'loop') return true;
  return 1 + countEchoes(turns) >= (body.trim().length <= shortLength ? maxSameShort : maxSame);
}

/** @param turns newest first. */
function countEchoes(turns: Turn[]): number {
  let count = 0;
  for (let at = 0; at < turns.length; count++) {
    const [text, answered] = [turns[at], turns[at + 1]];
    if (!text || text.isOurs || !text.isSame || !answered?.isOurs) break;
    if (text.at - answered.at > maxEchoMs) break;
    at++;
    while (turns[at]?.isOurs) at++;
  }
  return count;
}
