import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { mayAnswerThread, mayAnswerWord } from '#server/messages/limits-store.ts';
import { type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import { wordTexts } from '#server/messages/word-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { hasTeam } from '#server/users/store.ts';
import { listLines } from '#shared/api/experts.ts';
import { listWords } from '#shared/expert-words.ts';
import { normalizeWord } from '#shared/keywords.ts';
import { asksToStart, readStopWish, stopsAll } from '#shared/stop-wishes.ts';
import { findGateway, isAnsweredByGateway } from './answered-by-gateway.ts';
import { speakerOf } from './disclosure.ts';
import type { Effect } from './effects/effect.ts';
import { asksForHuman } from './human-request.ts';
import { describeHours } from './opening-hours.ts';
import type { Objection } from './outcome.ts';

/** STOP, START and HELP. What answers our own questions comes first: consent-guard.ts. */
export async function checkKeyword(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const { message, thread, expert, optOut } = claim;
  const keyword = message.keyword ?? (optOut && asksToStart(message.body) ? 'START' : null);
  if (!keyword) return null;
  const saysItAnswered = message.keywordAnswered !== null;
  const gatewayAnswers = isAnsweredByGateway(runtime.config, claim);
  const isToStranger = thread.userId === null;

  if (keyword === 'STOP') return stop(claim, gatewayAnswers);
  if (keyword === 'HELP') {
    const [humanWord] = findGateway(runtime.config, claim)?.channel.humanWords ?? [];
    const { publicUrl } = runtime.config;
    const words = Object.values(listWords(expert.words));
    const text = systemTexts.help(expert.displayName, publicUrl, { humanWord, words });
    const effects: Effect[] = wantsHuman(runtime, claim) ? [{ kind: 'want-human' }] : [];
    return { ...record(gatewayAnswers ? null : text, effects), isToStranger };
  }
  // Without an opt-out a YES may answer the expert's own question.
  const canOptIn = message.origin === 'gateway';
  if (keyword === 'YES' && !(optOut && canOptIn)) return null;
  // The dashboard belongs to an account; only the phone may start texts again.
  if (optOut && !canOptIn) return record(systemTexts.startByPhone(expert.displayName));
  // The gateway confirms a START only after a STOP that it understood.
  const isOurs = !saysItAnswered && optOut?.blockedByGateway === false;
  const text = gatewayAnswers && !isOurs ? null : systemTexts.optedIn(expert.displayName);
  return { ...record(text, [{ kind: 'opt-in' }]), isToStranger };
}

/** Confirms once: two machines could text STOP endlessly. */
export function stop(
  { message, expert, optOut }: ClaimedMessage,
  gatewayAnswers: boolean,
): Objection {
  const isOfAll = stopsAll(message.body);
  const confirmation = (isOfAll ? systemTexts.optedOutOfAll : systemTexts.optedOut)(
    expert.displayName,
  );
  const isSilent = gatewayAnswers || optOut?.kind === 'stopped';
  return record(isSilent ? null : confirmation, [
    { kind: 'opt-out', isOfAll, blockedByGateway: gatewayAnswers },
  ]);
}

/** Likely no wish for the expert: asks, once a day, without a model. Then the model answers. */
export async function checkLikelyStop(
  { db, clock }: Runtime,
  { message, thread, expert }: ClaimedMessage,
): Promise<Objection | null> {
  if (message.origin !== 'gateway' || thread.handler === 'human') return null;
  if (readStopWish(message.body) !== 'likely') return null;
  if (!(await mayAnswerThread(db, thread, 'stopping', clock.now()))) return null;
  const isToStranger = thread.userId === null;
  return { ...record(systemTexts.stopQuestion(expert.displayName)), isToStranger };
}

export function record(text: SystemText | null, effects: Effect[] = []): Objection {
  return { guard: 'keyword', state: 'recorded', text, effects };
}

export async function checkHumanRequest(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const { message, expert, optOut } = claim;
  // After a STOP no one could answer.
  if (optOut && message.origin === 'gateway') return null;
  const { human } = listWords(expert.words);
  // "Human?" asks who answers.
  const isQuestion = /[?？]\s*$/u.test(message.body);
  const ownWords = [...(human && !isQuestion ? [human] : []), ...listLines(expert.humanWords)];
  if (!asksForHuman(message.body, ownWords) && !wantsHuman(runtime, claim)) return null;
  return answerHumanRequest(runtime, claim);
}

/** Also for a request that only the model understood. */
export async function answerHumanRequest(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection> {
  const isReachable = await hasTeam(runtime.db);
  const text = await answerRequest(runtime, claim, isReachable);
  const isToStranger = claim.thread.userId === null;
  const objection = { guard: 'human', state: 'recorded', text, isToStranger } as const;
  if (!isReachable) return objection;
  // A stranger's request is only marked: there are no questions to hold.
  return { ...objection, effects: [{ kind: isToStranger ? 'want-human' : 'hand-over' }] };
}

async function answerRequest(
  { db, clock }: Runtime,
  { thread, expert }: ClaimedMessage,
  isReachable: boolean,
): Promise<SystemText | null> {
  const now = clock.now();
  if (!(await mayAnswerWord(db, thread.handle, 'asked', now))) return null;
  const speaker = speakerOf(expert);
  if (!isReachable) return wordTexts.noPerson(speaker);
  if (thread.userId === null) return wordTexts.humanForStranger(speaker);
  const hours = describeHours(expert.openingHours, { now, handle: thread.handle });
  return wordTexts.human(speaker, hours);
}

function wantsHuman(runtime: Runtime, claim: ClaimedMessage): boolean {
  const words = findGateway(runtime.config, claim)?.channel.humanWords ?? [];
  return words.includes(normalizeWord(claim.message.body));
}
