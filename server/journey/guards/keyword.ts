import { findGateway, isAnsweredByGateway } from '#server/messages/answered-by-gateway.ts';
import { type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import { listWords } from '#shared/expert-words.ts';
import { asksToStart, stopsAll } from '#shared/stop-wishes.ts';
import type { Effect } from '../effects/effect.ts';
import type { Objection } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { wantsHuman } from './human-request.ts';
import { mayAnswerKeyword } from './own-texts.ts';

/** STOP, START and HELP. What answers our own questions comes first: consent.ts. */
export function checkKeyword(turn: Turn): Objection | null {
  const objection = answerKeyword(turn);
  if (!objection?.text || turn.message.origin !== 'gateway') return objection;
  return mayAnswerKeyword(turn) ? objection : { ...objection, text: null };
}

function answerKeyword(turn: Turn): Objection | null {
  const { message, optOut } = turn;
  const keyword = message.keyword ?? (optOut && asksToStart(message.body) ? 'START' : null);
  if (!keyword) return null;
  if (keyword === 'STOP') return stop(turn);
  if (keyword === 'HELP') return help(turn);
  // Without an opt-out a YES may answer the expert's own question.
  if (keyword === 'YES' && !(optOut && message.origin === 'gateway')) return null;
  return start(turn);
}

/**
 * Confirms once: two machines could text STOP endlessly.
 * @param gatewayAnswers false for a text that only our question made a STOP.
 */
export function stop(turn: Turn, gatewayAnswers = isAnsweredByGateway(turn)): Objection {
  const { message, expert, optOut } = turn;
  const isOfAll = stopsAll(message.body);
  const confirm = isOfAll ? systemTexts.optedOutOfAll : systemTexts.optedOut;
  const isSilent = gatewayAnswers || optOut?.kind === 'stopped';
  return record(isSilent ? null : confirm(expert.displayName), [
    { kind: 'opt-out', isOfAll, blockedByGateway: gatewayAnswers },
  ]);
}

function help(turn: Turn): Objection {
  const { expert, thread, publicUrl } = turn;
  const [humanWord] = findGateway(turn)?.channel.humanWords ?? [];
  const words = Object.values(listWords(expert.words));
  const text = systemTexts.help(expert.displayName, publicUrl, { humanWord, words });
  const effects: Effect[] = wantsHuman(turn) ? [{ kind: 'want-human' }] : [];
  return {
    ...record(isAnsweredByGateway(turn) ? null : text, effects),
    isToStranger: thread.userId === null,
  };
}

function start(turn: Turn): Objection {
  const { message, thread, expert, optOut } = turn;
  // The dashboard belongs to an account; only the phone may start texts again.
  if (optOut && message.origin !== 'gateway') {
    return record(systemTexts.startByPhone(expert.displayName));
  }
  // The gateway confirms a START only after a STOP that it understood.
  const isOurs = message.keywordAnswered === null && optOut?.blockedByGateway === false;
  const isSaid = isAnsweredByGateway(turn) && !isOurs;
  const text = isSaid ? null : systemTexts.optedIn(expert.displayName);
  return { ...record(text, [{ kind: 'opt-in' }]), isToStranger: thread.userId === null };
}

export function record(text: SystemText | null, effects: Effect[] = []): Objection {
  return { guard: 'keyword', state: 'recorded', text, effects };
}
