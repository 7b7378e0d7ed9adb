import { findPending, verifyAddress } from '#server/connections/store.ts';
import type { Database } from '#server/db/client.ts';
import { lockThread } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { hasTextedSince } from '#server/messages/history-store.ts';
import { mayAnswerWord } from '#server/messages/limits-store.ts';
import { addOptOut, liftOptOut } from '#server/messages/opt-outs-store.ts';
import { type SystemText, systemTexts } from '#server/messages/system-texts.ts';
import { setHumanWanted } from '#server/messages/threads-store.ts';
import { wordTexts } from '#server/messages/word-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { listLines } from '#shared/api/experts.ts';
import { listWords } from '#shared/expert-words.ts';
import { normalizeWord } from '#shared/keywords.ts';
import { acceptSender } from './accept-sender.ts';
import { findGateway, isAnsweredByGateway } from './answered-by-gateway.ts';
import { speakerOf } from './disclosure.ts';
import { confirmForgetting } from './forget-guard.ts';
import { handOver } from './handover.ts';
import { asksForHuman } from './human-request.ts';
import { readKeyword } from './keywords.ts';
import { describeHours } from './opening-hours.ts';
import type { Objection } from './outcome.ts';

type Effect = NonNullable<Objection['effect']>;

/** A YES may answer our question or lift an opt-out. */
export async function checkKeyword(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Objection | null> {
  const { message, thread, expert, optOut } = claim;
  if (!message.keyword) return null;
  const saysItAnswered = message.keywordAnswered !== null;
  const gatewayAnswers = isAnsweredByGateway(runtime.config, claim);
  const isToStranger = thread.userId === null;

  if (message.keyword === 'STOP') {
    // Confirms once: two machines could text STOP endlessly.
    const isSilent = gatewayAnswers || optOut?.kind === 'stopped';
    const text = isSilent ? null : systemTexts.optedOut(expert.displayName);
    return record(text, async (tx) => {
      await addOptOut(tx, expert, thread.handle, { blockedByGateway: gatewayAnswers });
      return 'done';
    });
  }
  if (message.keyword === 'HELP') {
    const [humanWord] = findGateway(runtime.config, claim)?.channel.humanWords ?? [];
    const { publicUrl } = runtime.config;
    const words = Object.values(listWords(expert.words));
    const text = systemTexts.help(expert.displayName, publicUrl, { humanWord, words });
    const effect = wantsHuman(runtime, claim) ? requestHuman(claim) : undefined;
    return { ...record(gatewayAnswers ? null : text, effect), isToStranger };
  }
  // A YES, which a gateway reads as START, also answers our question.
  if (message.keyword === 'YES' || readKeyword(message.body) === 'YES') {
    const forgotten = await confirmForgetting(runtime, claim);
    if (forgotten) return forgotten;
    const asker = await findAsker(runtime, claim);
    if (asker) return acceptConnection(runtime, claim, asker);
  }
  // Without an opt-out a YES may answer the expert's own question.
  const canOptIn = message.origin === 'gateway';
  if (message.keyword === 'YES' && !(optOut && canOptIn)) return null;
  // The dashboard belongs to an account; only the phone may start texts again.
  if (optOut && !canOptIn) return record(systemTexts.startByPhone(expert.displayName));
  // The gateway confirms a START only after a STOP that it understood.
  const isOurs = !saysItAnswered && optOut?.blockedByGateway === false;
  const text = gatewayAnswers && !isOurs ? null : systemTexts.optedIn(expert.displayName);
  return { ...record(text, optIn(claim)), isToStranger };
}

async function acceptConnection(
  runtime: Runtime,
  claim: ClaimedMessage,
  owner: UserRow,
): Promise<Objection> {
  const { text, effect } = await acceptSender(runtime, claim, { owner, activate: verifyAddress });
  // The gateway knows nothing of connections, so we confirm, unless it has answered this very message.
  return record(claim.message.keywordAnswered ? null : text, async (tx, now) =>
    (await effect(tx, now)) === 'stale' ? 'stale' : optIn(claim)(tx),
  );
}

/** The account whose question was texted last, unless the thread is its own. */
async function findAsker(
  { db }: Runtime,
  { message, thread }: ClaimedMessage,
): Promise<UserRow | null> {
  // Only the phone can say whose it is.
  if (!thread.isCurrent || message.origin !== 'gateway') return null;
  const pending = await findPending(db, thread);
  const askedAt = pending?.connection.askedAt;
  if (!askedAt) return null;
  // In a connected thread, a YES after another text answers that text.
  if (thread.userId && (await hasTextedSince(db, thread.id, askedAt))) return null;
  return pending.user;
}

function record(text: SystemText | null, effect?: Effect): Objection {
  return { guard: 'keyword', state: 'recorded', text, ...(effect && { effect }) };
}

function optIn({ expert, thread }: ClaimedMessage) {
  return async (tx: Database) => {
    await liftOptOut(tx, expert, thread.handle);
    return 'done' as const;
  };
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
  const text = await answerRequest(runtime, claim);
  const isToStranger = claim.thread.userId === null;
  return { guard: 'human', state: 'recorded', text, isToStranger, effect: requestTakeover(claim) };
}

async function answerRequest(
  { db, clock }: Runtime,
  { thread, expert }: ClaimedMessage,
): Promise<SystemText | null> {
  const now = clock.now();
  if (!(await mayAnswerWord(db, thread.handle, 'asked', now))) return null;
  const speaker = speakerOf(expert);
  if (thread.userId === null) return wordTexts.humanForStranger(speaker);
  const hours = describeHours(expert.openingHours, { now, handle: thread.handle });
  return wordTexts.human(speaker, hours);
}

function wantsHuman(runtime: Runtime, claim: ClaimedMessage): boolean {
  const words = findGateway(runtime.config, claim)?.channel.humanWords ?? [];
  return words.includes(normalizeWord(claim.message.body));
}

/** A stranger's request is only marked: there are no questions to hold. */
function requestTakeover(claim: ClaimedMessage): Effect {
  if (claim.thread.userId === null) return requestHuman(claim);
  return async (tx, now) => {
    await handOver(tx, await lockThread(tx, claim.thread.id), { because: 'asked', now });
    return 'done';
  };
}

function requestHuman({ thread }: ClaimedMessage): Effect {
  return async (tx, now) => {
    await setHumanWanted(tx, thread.id, now);
    return 'done';
  };
}
