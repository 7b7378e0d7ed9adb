import { findCrisis } from '#safety/find-crisis.ts';
import type { Runtime } from '#server/runtime.ts';
import { meetCrisis } from '../guards/crisis.ts';
import type { TurnResult } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { moderateTexts } from './moderation.ts';

/**
 * One call for a burst, to find a crisis that no list contains. That text is answered alone, and the others wait for
 * the team.
 */
export async function findModeratedCrisis(
  runtime: Runtime,
  turn: Turn,
  signal: AbortSignal,
): Promise<TurnResult | null> {
  const { provider, fallback } = turn;
  const messages = [...turn.earlier, turn.message];
  const texts = messages.map(({ body }) => body);
  const found = await moderateTexts(runtime, { texts, providers: [provider, fallback], signal });
  const at = found?.findIndex((category) => category !== null) ?? -1;
  const [message, category] = [messages[at], found?.[at]];
  if (!message || !category) return null;
  const of = { list: 'moderation', rule: category, kind: 'self-harm', level: 'certain' } as const;
  return meetAlone({ ...turn, message }, of);
}

/**
 * For a burst that the model marks as dangerous: the text with a sign is met alone, else the last one. The others wait
 * for the team.
 */
export function meetMarkedDanger(turn: Turn): TurnResult {
  const texts = [...turn.earlier, turn.message];
  const message = texts.findLast(({ body }) => findCrisis(body) !== null) ?? turn.message;
  const of = { list: 'model', rule: 'mark', kind: 'danger', level: 'certain' } as const;
  return meetAlone({ ...turn, message }, of);
}

function meetAlone(turn: Turn, crisis: Parameters<typeof meetCrisis>[1]): TurnResult {
  const objection = meetCrisis(turn, crisis);
  return { claim: { ...turn, earlier: [] }, outcome: { kind: 'objection', objection } };
}
