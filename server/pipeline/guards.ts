import { hasCredit } from '#server/billing/credits.ts';
import { isNotPicture } from '#server/channels/channel.ts';
import { channelFor } from '#server/channels/index.ts';
import { findPending, hasConnections, setAsked } from '#server/connections/store.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { answeredByPerson } from '#server/messages/handover-store.ts';
import { mayTextThread } from '#server/messages/limits-store.ts';
import { maskEmail, systemTexts } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { checkAge, checkKnownChild } from './age-guard.ts';
import { checkConnectCode } from './connect-code.ts';
import { checkCrisis } from './crisis-guard.ts';
import { checkHumanRequest, checkKeyword } from './keyword-guard.ts';
import type { Objection } from './outcome.ts';
import { promisePerson } from './promise-person.ts';
import { checkWord } from './word-guard.ts';

type Guard = (runtime: Runtime, claim: ClaimedMessage) => Promise<Objection | null>;

/** These answer even a message that is given up. */
const urgentGuards: Guard[] = [
  checkKeyword,
  checkHumanRequest,
  // Before the loop guard: a repeated cry for help is no machine.
  checkCrisis,
];

/** The first that objects answers instead of the model. */
const guards: Guard[] = [
  ...urgentGuards,
  checkAge,
  checkLoop,
  checkConnectCode,
  checkOptOut,
  checkWord,
  checkKnownChild,
  checkConnection,
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

const sameTextLimit = 5;
const messageLimit = 30;

/** Two machines would answer each other endlessly. */
async function checkLoop(
  _: Runtime,
  { message, recent }: ClaimedMessage,
): Promise<Objection | null> {
  const hasText = message.body.trim() !== '';
  const isLoop = (hasText && recent.same >= sameTextLimit) || recent.all > messageLimit;
  return isLoop ? { guard: 'loop', state: 'recorded', text: null } : null;
}

/** No reply could be sent, so none is generated or charged. */
async function checkOptOut(
  _: Runtime,
  { message, optOut }: ClaimedMessage,
): Promise<Objection | null> {
  if (message.origin !== 'gateway' || !optOut) return null;
  return { guard: 'opted-out', state: 'refused', text: null };
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
    return { ...objection, text };
  }
  const { id: userId, email } = pending.user;
  return {
    ...objection,
    text: systemTexts.question(expert.displayName, maskEmail(email)),
    // The account may have been deleted meanwhile.
    effect: async (tx, now) => {
      if (!(await hasConnections(tx, { userId, handle: thread.handle }))) return 'stale';
      const isFirst = pending.connection.askedAt === null;
      if (isFirst && (await mayTextThread(tx, thread, 'question', now))) {
        await setAsked(tx, pending.connection, now);
      }
      return 'done';
    },
  };
}

/** Holds messages for a person; the sender is told once. */
async function checkHandler(
  { clock }: Runtime,
  { message, thread, expert }: ClaimedMessage,
): Promise<Objection | null> {
  if (thread.handler === 'ai') {
    // Returned before this text had its turn.
    const isAnswered = message.guard === answeredByPerson;
    return isAnswered ? { guard: 'handler', state: 'answered', text: null } : null;
  }
  // A child was promised no person.
  if (thread.handedBecause === 'age') return { guard: 'age', state: 'held', text: null };
  return { guard: 'handler', state: 'held', text: promisePerson(expert, thread, clock.now()) };
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
  const text = hadPicture ? systemTexts.pictureLost() : systemTexts.onlyWordsAndPictures();
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
