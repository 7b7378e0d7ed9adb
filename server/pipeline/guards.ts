import { hasCredit } from '#server/billing/credits.ts';
import { isNotPicture, isTextPart } from '#server/channels/channel.ts';
import { canBeTexted, channelFor, findWindowEnd } from '#server/channels/index.ts';
import { findPending } from '#server/connections/store.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { answeredByPerson } from '#server/messages/handover-store.ts';
import { mayAnswerThread } from '#server/messages/limits-store.ts';
import { maskEmailForText, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { hasTeam } from '#server/users/store.ts';
import { checkAge, checkKnownChild } from './age-guard.ts';
import { checkAiRequest } from './ai-request-guard.ts';
import { checkAllClear } from './all-clear-guard.ts';
import { checkAnsweredBefore } from './answered-before.ts';
import { isAnsweredByGateway } from './answered-by-gateway.ts';
import { checkOtherCode, checkRightCode } from './connect-code.ts';
import { checkConsent } from './consent-guard.ts';
import { checkCrisis } from './crisis-guard.ts';
import { checkHumanRequest, checkKeyword, checkLikelyStop, stop } from './keyword-guard.ts';
import { checkLoop } from './loop-guard.ts';
import { checkMore } from './more-guard.ts';
import { checkAutomatic, checkEmoji } from './noise-guard.ts';
import type { Objection } from './outcome.ts';
import { promisePerson } from './promise-person.ts';
import { checkWord } from './word-guard.ts';

type Guard = (runtime: Runtime, claim: ClaimedMessage) => Promise<Objection | null>;

/** These answer even a message that is given up. */
const urgentGuards: Guard[] = [
  checkSender,
  checkAutomatic,
  checkConsent,
  checkKeyword,
  checkHumanRequest,
  // Before the loop guard: a repeated cry for help is no machine.
  checkCrisis,
  checkAllClear,
];

/** The first that objects answers instead of the model. */
const guards: Guard[] = [
  ...urgentGuards,
  checkAnsweredBefore,
  checkAiRequest,
  checkRevoked,
  checkLikelyStop,
  checkEmoji,
  checkAge,
  checkRightCode,
  checkLoop,
  checkOtherCode,
  checkOptOut,
  checkWord,
  checkKnownChild,
  checkWindow,
  checkConnection,
  checkGreeting,
  checkMore,
  checkHandler,
  checkContent,
  checkPaused,
  checkCredit,
];

export function findUrgentObjection(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  return findObjection(runtime, claim, urgentGuards);
}

export async function findObjection(
  runtime: Runtime,
  claim: ClaimedMessage,
  among = guards,
): Promise<Objection | null> {
  for (const guard of among) {
    const objection = await guard(runtime, claim);
    if (objection) return objection;
  }
  return null;
}

/**
 * Stored and shown: nothing is texted to short codes, names, toll-free lines and countries refused at sign-up. A STOP is
 * recorded, as the law asks, but not confirmed.
 */
async function checkSender({ config }: Runtime, claim: ClaimedMessage): Promise<Objection | null> {
  const { message, thread, expert, optOut } = claim;
  if (message.origin !== 'gateway' || canBeTexted(expert.channel, thread)) return null;
  const silent = { guard: 'sender', state: 'recorded', text: null } as const;
  if (message.keyword === 'STOP') {
    return { ...stop(claim, isAnsweredByGateway(config, claim)), ...silent };
  }
  return message.keyword === 'START' && optOut
    ? { ...silent, effects: [{ kind: 'opt-in' }] }
    : silent;
}

/** No reply could be sent, so none is generated or charged. */
async function checkOptOut(
  _: Runtime,
  { message, optOut }: ClaimedMessage,
): Promise<Objection | null> {
  if (message.origin !== 'gateway' || !optOut) return null;
  return { guard: 'opted-out', state: 'refused', text: null };
}

/** Its sender has deleted it before its turn. */
async function checkRevoked(_: Runtime, { message }: ClaimedMessage): Promise<Objection | null> {
  return message.revokedAt ? { guard: 'revoked', state: 'recorded', text: null } : null;
}

/** The gateway would take no answer, so none is generated or charged. A person from the team may still call. */
async function checkWindow(
  { clock }: Runtime,
  { message, thread, expert }: ClaimedMessage,
): Promise<Objection | null> {
  if (message.origin !== 'gateway' || thread.handler === 'human') return null;
  const closesAt = findWindowEnd(expert.channel, thread);
  if (!closesAt || closesAt > clock.now()) return null;
  return { guard: 'window', state: 'refused', text: null };
}

async function checkConnection(
  runtime: Runtime,
  { message, thread, expert }: ClaimedMessage,
): Promise<Objection | null> {
  // Written before an account connected the phone, or before it left.
  if (!thread.isCurrent && message.origin === 'gateway') {
    return { guard: 'connection', state: 'refused', text: null };
  }
  // A stranger who waits for a person is not asked to sign up.
  if (thread.userId || thread.handler === 'human') return null;
  const objection = { guard: 'connection', state: 'refused' } as const;
  const pending = await findPending(runtime.db, thread);
  if (!pending) {
    const { publicUrl } = runtime.config;
    const text = channelFor(runtime.config, expert.channel)?.channel.mayWriteFirst
      ? systemTexts.invitation(expert.displayName, publicUrl)
      : systemTexts.invitationToCode(expert.displayName, publicUrl);
    return { ...objection, text, isToStranger: true };
  }
  const { connection, askedAt } = pending;
  const { id: userId, email } = pending.user;
  const mayAsk = await mayAnswerThread(runtime.db, thread, 'question', runtime.clock.now());
  const write = mayAsk ? systemTexts.question : systemTexts.unclearAnswer;
  return {
    ...objection,
    text: write(expert.displayName, maskEmailForText(email)),
    effects: [{ kind: 'ask-question', userId, connectionId: connection?.id ?? null, askedAt }],
  };
}

/** The person has opened the chat and written nothing. */
async function checkGreeting(
  _: Runtime,
  { message, thread, expert }: ClaimedMessage,
): Promise<Objection | null> {
  if (message.content !== 'greeting') return null;
  const text = thread.handler === 'human' ? null : systemTexts.welcome(expert.displayName);
  return { guard: 'greeting', state: 'recorded', text };
}

/** Holds messages for a person; the sender is told once. */
async function checkHandler(
  { db, clock }: Runtime,
  { message, thread, expert }: ClaimedMessage,
): Promise<Objection | null> {
  if (thread.handler === 'ai') {
    // Returned before this text had its turn.
    const isAnswered = message.guard === answeredByPerson;
    return isAnswered ? { guard: 'handler', state: 'answered', text: null } : null;
  }
  // A child was promised no person.
  if (thread.handedBecause === 'age') return { guard: 'age', state: 'held', text: null };
  const text = (await hasTeam(db))
    ? promisePerson(expert, thread, clock.now())
    : systemTexts.aiHasPaused(expert.displayName);
  return { guard: 'handler', state: 'held', text };
}

/** Pictures still to be loaded count as readable. */
export async function checkContent(
  _: Runtime,
  { message, attachments }: ClaimedMessage,
): Promise<Objection | null> {
  const hasText = message.content !== 'unreadable' && message.body.trim() !== '';
  const hasPicture = attachments.some(({ state }) => state === 'stored' || state === 'waiting');
  if (hasText || hasPicture) return null;
  const hadPicture = attachments.some(({ source }) => !isNotPicture(source.contentType));
  if (hadPicture) return { guard: 'content', state: 'refused', text: systemTexts.pictureLost() };
  const hadText = attachments.some(({ source }) => isTextPart(source.contentType));
  const text = hadText ? systemTexts.textLost() : systemTexts.onlyWordsAndPictures();
  return { guard: 'content', state: 'refused', text };
}

async function checkPaused(_: Runtime, { expert }: ClaimedMessage): Promise<Objection | null> {
  if (expert.status === 'ACTIVE') return null;
  return { guard: 'paused', state: 'refused', text: systemTexts.paused(expert.displayName) };
}

/** Storing the reply checks again. */
async function checkCredit(runtime: Runtime, { user }: ClaimedMessage): Promise<Objection | null> {
  return user && hasCredit(user, runtime.clock.now()) ? null : refuseWithoutCredit(runtime);
}

export function refuseWithoutCredit({ config }: Runtime): Objection {
  return { guard: 'credit', state: 'refused', text: systemTexts.noCredit(config.publicUrl) };
}
