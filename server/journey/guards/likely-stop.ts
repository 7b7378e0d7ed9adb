import { systemTexts } from '#server/messages/system-texts.ts';
import { readStopWish } from '#shared/stop-wishes.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { record } from './keyword.ts';
import { isFirstToday } from './own-texts.ts';

/** Likely no wish for the expert: asks, once a day, without a model. Then the model answers. */
export function checkLikelyStop(turn: Turn): Objection | null {
  const { message, thread, expert } = turn;
  if (message.origin !== 'gateway' || thread.handler === 'human') return null;
  if (readStopWish(message.body) !== 'likely' || !isFirstToday(turn, 'stopping')) return null;
  const isToStranger = thread.userId === null;
  return { ...record(systemTexts.stopQuestion(expert.displayName)), isToStranger };
}
