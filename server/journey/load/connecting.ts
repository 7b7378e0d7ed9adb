import { mayChatFrom } from '#server/billing/claims.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { answersPerson, hasTextedSince } from '#server/messages/history-store.ts';
import { findMessage } from '#server/messages/replays-store.ts';
import { maskEmailForText, questionKinds } from '#server/messages/system-texts.ts';
import {
  countWrongCodes,
  findCodeOwner,
  listConnectingMessages,
} from '#server/people/connections/codes-store.ts';
import { isUsedByAnother } from '#server/people/connections/numbers-store.ts';
import { listRivalEmails } from '#server/people/connections/rivals-store.ts';
import { findPending, listClaimants } from '#server/people/connections/store.ts';
import type { Runtime } from '#server/runtime.ts';
import { readCode } from '#shared/connect-codes.ts';
import { hourMs } from '#shared/time.ts';
import { readYesNo } from '#shared/yes-no.ts';
import type { Owner } from '../effects/effect.ts';
import { readNumber } from '../guards/answer-number.ts';
import { readCodeOf } from '../guards/connect-code.ts';
import { findMoveQuestion } from '../guards/move.ts';

/** Who this text may connect its phone to. */
export type Connecting = {
  /** The account whose question was texted last, or would be. */
  pending: Pending | null;
  /** The same, if this text is an answer to its question. */
  asker: Asker | null;
  /** Of the code in the text. `newcomer` null: it is not live. `wrongInHour`: of the phone, by any code. */
  code: { newcomer: Newcomer | null; isRedeemed: boolean; wrongInHour: number } | null;
  /** Whom the number in the text may name. */
  movers: Newcomer[];
};

/** An account that the text may connect. `code` null: by a YES. */
export type Newcomer = {
  owner: Owner;
  code: string | null;
  /** With a free trial alone it may not chat from this phone. */
  isTrialUsed: boolean;
  /** Another account has proved the phone. */
  isAnothers: boolean;
};

/** `connectionId` null: the account's new number. */
type Pending = {
  connectionId: string | null;
  owner: Owner;
  askedAt: Date | null;
  /** Our question would read the same for another account that wants the phone: a YES can't tell them apart. */
  hasLookalike: boolean;
};
export type Asker = Pending & Newcomer;

/** Null if the text is not about it: most are not. */
export async function loadConnecting(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<Connecting | null> {
  const { message, thread } = claim;
  const isByPhone = message.origin === 'gateway';
  const isAnswer = isByPhone && thread.isCurrent && readYesNo(message.body) !== null;
  const [pending, code, movers] = await Promise.all([
    isAnswer || thread.userId === null ? loadPending(runtime, claim) : null,
    loadCode(runtime, claim),
    loadMovers(runtime, claim),
  ]);
  if (!pending && !code && movers.length === 0) return null;
  const asker = pending && isAnswer ? await findAsker(runtime, claim, pending) : null;
  return { pending, asker, code, movers };
}

async function loadPending({ db }: Runtime, { thread }: ClaimedMessage): Promise<Pending | null> {
  const found = await findPending(db, thread);
  if (!found) return null;
  const { connection, user, askedAt } = found;
  const hasLookalike = await findLookalike(db, { ...toOwner(user), handle: thread.handle });
  return { connectionId: connection?.id ?? null, owner: toOwner(user), askedAt, hasLookalike };
}

const maxRivals = 200;

async function findLookalike(
  db: Runtime['db'],
  { id: userId, email, handle }: Owner & { handle: string },
): Promise<boolean> {
  const rivals = await listRivalEmails(db, { userId, handle, max: maxRivals });
  const read = (one: string) => maskEmailForText(one).toLowerCase();
  return rivals.length === maxRivals || rivals.some((rival) => read(rival.email) === read(email));
}

/**
 * Unless the thread is its own. Who knows the number has it asked at any time, so a YES must be written after the question,
 * and be an answer to it.
 */
async function findAsker(
  runtime: Runtime,
  claim: ClaimedMessage,
  pending: Pending,
): Promise<Asker | null> {
  const { message, thread } = claim;
  const { askedAt } = pending;
  // An earlier text may have been held, or be tried again.
  if (!askedAt || message.createdAt < askedAt) return null;
  const isToAnother = thread.userId
    ? await hasTextedSince(runtime.db, thread.id, askedAt)
    : await answersPerson(runtime.db, message, questionKinds);
  if (isToAnother) return null;
  return {
    ...pending,
    ...(await toNewcomer(runtime, claim, { owner: pending.owner, code: null })),
  };
}

async function loadCode(runtime: Runtime, claim: ClaimedMessage): Promise<Connecting['code']> {
  const read = readCodeOf(claim);
  if (!read) return null;
  const { db, clock } = runtime;
  const { code } = read;
  const now = clock.now();
  const owner = await findCodeOwner(db, { code, expertId: claim.expert.id, now });
  if (owner) {
    const newcomer = await toNewcomer(runtime, claim, { owner: toOwner(owner), code });
    return { newcomer, isRedeemed: false, wrongInHour: 0 };
  }
  const since = new Date(now.getTime() - hourMs);
  const wrongInHour = await countWrongCodes(db, claim.thread.handle, since);
  return { newcomer: null, isRedeemed: await hasRedeemed(runtime, claim, code), wrongInHour };
}

async function hasRedeemed(
  { db }: Runtime,
  { thread }: ClaimedMessage,
  code: string,
): Promise<boolean> {
  if (!thread.userId) return false;
  const bodies = await listConnectingMessages(db, thread.id);
  return bodies.some((body) => readCode(body, true)?.code === code);
}

/** Of the account whose code was sent, or of those that have asked by text. */
async function loadMovers(runtime: Runtime, claim: ClaimedMessage): Promise<Newcomer[]> {
  const { db, clock } = runtime;
  const { message, thread, expert } = claim;
  const messageId = findMoveQuestion(claim)?.replyToId;
  if (!messageId || message.origin !== 'gateway' || !readNumber(message.body)) return [];
  const asking = await findMessage(db, { threadId: message.threadId, messageId });
  const code = asking && (readCode(asking.body, true)?.code ?? null);
  const codeOwner =
    code && (await findCodeOwner(db, { code, expertId: expert.id, now: clock.now() }));
  const movers = codeOwner
    ? [{ owner: toOwner(codeOwner), code }]
    : (await listClaimants(db, thread)).map((user) => ({ owner: toOwner(user), code: null }));
  return Promise.all(movers.map((mover) => toNewcomer(runtime, claim, mover)));
}

async function toNewcomer(
  { db, secrets }: Runtime,
  { thread }: ClaimedMessage,
  { owner, code }: Pick<Newcomer, 'owner' | 'code'>,
): Promise<Newcomer> {
  const address = { userId: owner.id, handle: thread.handle };
  const isTrialUsed = !(await mayChatFrom(secrets, db, address));
  return { owner, code, isTrialUsed, isAnothers: await isUsedByAnother(db, address) };
}

const toOwner = ({ id, email }: Owner): Owner => ({ id, email });
