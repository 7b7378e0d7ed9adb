import { systemTexts } from '#server/messages/system-texts.ts';
import { wrongCode } from '#server/people/connections/codes-store.ts';
import { type ReadCode, readCode } from '#shared/connect-codes.ts';
import type { CodeOutcome } from '../effects/effect.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { acceptSender } from './accept-sender.ts';

const answersPerHour = 5;

/**
 * Before the loop guard: wrong codes and a flood may be forged in the phone's name, and must not block its right one. No
 * limit of one sender slows who forges them all.
 */
export function checkRightCode(turn: Turn): Objection | null {
  const newcomer = turn.connecting?.code?.newcomer;
  if (!newcomer) return null;
  const { outcome, ...accepted } = acceptSender(turn, newcomer);
  if (outcome !== 'connected') return null;
  return counted('right', { guard: 'connected', state: 'recorded', ...accepted });
}

/** A code that connects nothing now: wrong, or for a phone that another account has. */
export function checkOtherCode(turn: Turn): Objection | null {
  const code = turn.connecting?.code;
  if (!code) return null;
  if (!code.newcomer) return readCodeOf(turn)?.isSure ? refuseCode(turn, code) : null;
  const { outcome, ...accepted } = acceptSender(turn, code.newcomer);
  const isToStranger = outcome === 'foreign';
  const refused = { guard: 'connection', state: 'refused', ...accepted, isToStranger } as const;
  return counted(outcome === 'connected' ? 'right' : outcome, refused);
}

/** From a phone. */
export function readCodeOf({ message, thread }: Pick<Turn, 'message' | 'thread'>): ReadCode | null {
  return message.origin === 'gateway' ? readCode(message.body, thread.userId === null) : null;
}

/** A code works once, but people send it again. */
function refuseCode(
  { expert, publicUrl }: Turn,
  { isRedeemed, wrongInHour }: { isRedeemed: boolean; wrongInHour: number },
): Objection {
  if (isRedeemed) {
    const text = systemTexts.alreadyConnected(expert.displayName);
    return counted('right', { guard: 'connected', state: 'recorded', text });
  }
  if (wrongInHour >= answersPerHour) {
    return counted('blocked', { guard: 'code-limit', state: 'refused', text: null });
  }
  const text = systemTexts.wrongCode(publicUrl);
  return counted('wrong', { guard: wrongCode, state: 'refused', text });
}

function counted(outcome: CodeOutcome, objection: Objection): Objection {
  return { ...objection, effects: [...(objection.effects ?? []), { kind: 'count-code', outcome }] };
}
