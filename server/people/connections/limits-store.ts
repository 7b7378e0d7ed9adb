import { and, desc, eq, gt, gte, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { phoneAttempts } from '#server/db/schema.ts';
import { type AppError, tryLater } from '#server/errors.ts';
import { listNetworks } from '#server/outside/network.ts';
import type { Runtime } from '#server/runtime.ts';
import { dayMs, hourMs } from '#shared/time.ts';

const questionsPerAccount = 3;
const takenPerAccount = 20;
const takenPerNetwork = 20;

/** Arbitrary. */
const textsLock = 5_120_419;

type Window = { limit: number; ms: number; what: string; attempts: SQL | undefined };
/** `isProved`: the account has proved a mailbox or a phone. */
type Asker = { userId: string; address: string; handle: string; isProved: boolean };
type Needs = Pick<Runtime, 'config' | 'clock' | 'secrets'>;
type Limit = Omit<Window, 'what'>;

/**
 * Runs in the transaction that stores the question, one at a time: simultaneous requests can't pass a limit. False at a
 * limit, which an admin sees; the person has a code to send instead.
 */
export async function countQuestion(needs: Needs, tx: Database, asker: Asker): Promise<boolean> {
  const createdAt = needs.clock.now();
  const { userId } = asker;
  await lockTexts(tx);
  if (await isFull(tx, createdAt, listQuestionLimits(needs, asker))) {
    await recordAttempt(tx, { kind: 'unsent', userId, createdAt });
    return false;
  }
  const networkHash = hashNetwork(needs, asker.address);
  const prefixHash = hashPrefix(needs, asker.handle);
  await recordAttempt(tx, { kind: 'text', userId, networkHash, prefixHash, createdAt });
  return true;
}

/** A network that asks more than usual texts only for accounts that have proved something. */
function listQuestionLimits(needs: Needs, { userId, address, handle, isProved }: Asker): Limit[] {
  const { perAddress, perPrefix, perDay } = needs.config.questions;
  const ofNetwork = { limit: isProved ? perAddress : Math.ceil(perAddress / 2), ms: hourMs };
  const isOfPrefix = eq(phoneAttempts.prefixHash, hashPrefix(needs, handle));
  return [
    { limit: questionsPerAccount, ms: dayMs, attempts: eq(phoneAttempts.userId, userId) },
    ...listNetworkWindows(needs, address, ofNetwork),
    { limit: perPrefix, ms: hourMs, attempts: isOfPrefix },
    {
      limit: perDay - keptForAnswers(perDay),
      ms: dayMs,
      attempts: isNotNull(phoneAttempts.userId),
    },
    { limit: perDay, ms: dayMs, attempts: undefined },
  ];
}

/** Of the day's texts, for people who have written themselves. */
const keptForAnswers = (perDay: number) => Math.floor(perDay / 5);

/** An answer to a phone without a connection; false at a limit. Questions leave it a share of the day. */
export async function countStrangerText(
  needs: Needs,
  tx: Database,
  handle: string,
): Promise<boolean> {
  const { perPrefix, perDay } = needs.config.questions;
  const createdAt = needs.clock.now();
  const prefixHash = hashPrefix(needs, handle);
  const isAnswer = and(eq(phoneAttempts.prefixHash, prefixHash), isNull(phoneAttempts.userId));
  await lockTexts(tx);
  const limits = [
    { limit: perPrefix, ms: hourMs, attempts: isAnswer },
    { limit: perDay, ms: dayMs, attempts: undefined },
  ];
  if (await isFull(tx, createdAt, limits)) return false;
  await recordAttempt(tx, { kind: 'text', prefixHash, createdAt });
  return true;
}

/** Callers lock no further rows before the commit, so it can't deadlock. */
async function lockTexts(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${textsLock})`);
}

async function isFull(tx: Database, now: Date, limits: Limit[]): Promise<boolean> {
  for (const { attempts, ...limit } of limits) {
    const isText = and(eq(phoneAttempts.kind, 'text'), attempts);
    if (await findOpening(tx, now, { ...limit, attempts: isText })) return true;
  }
  return false;
}

export async function findFullWindow(
  tx: Database,
  now: Date,
  windows: Window[],
): Promise<AppError | null> {
  for (const { limit, ms, what, attempts } of windows) {
    const opensAt = await findOpening(tx, now, { limit, ms, attempts });
    if (opensAt) return tryLater(what, opensAt.getTime() - now.getTime());
  }
  return null;
}

/** When a full window opens again; null while there is room. */
export async function findOpening(
  tx: Database,
  now: Date,
  { limit, ms, attempts }: Limit,
): Promise<Date | null> {
  const isRecent = gt(phoneAttempts.createdAt, new Date(now.getTime() - ms));
  const [oldest] = await tx
    .select({ createdAt: phoneAttempts.createdAt })
    .from(phoneAttempts)
    .where(and(attempts, isRecent))
    .orderBy(desc(phoneAttempts.createdAt))
    .offset(limit - 1)
    .limit(1);
  return oldest ? new Date(oldest.createdAt.getTime() + ms) : null;
}

export type Account = { userId: string };

/**
 * The answers reveal which numbers have accounts, so an account that keeps trying is blocked for a day. The caller has
 * locked it.
 * @throws {AppError} 429
 */
export async function refuseGuesser(tx: Database, { userId }: Account, now: Date): Promise<void> {
  const tries = await tx
    .select({ at: phoneAttempts.createdAt })
    .from(phoneAttempts)
    .where(isOf(userId, 'taken'))
    .orderBy(desc(phoneAttempts.createdAt))
    .limit(takenPerAccount);
  const [last, first] = [tries[0]?.at.getTime(), tries[takenPerAccount - 1]?.at.getTime()];
  if (last === undefined || first === undefined || last - first > dayMs) return;
  const waitMs = last + dayMs - now.getTime();
  if (waitMs <= 0) return;
  throw tryLater('You have tried too many numbers that belong to other accounts.', waitMs);
}

/**
 * Sign-up and a change of number reveal that another account has an email or has verified a number, so a network gets few
 * of these answers an hour.
 * @throws {AppError} 429
 */
export async function refuseGuessingNetwork(
  needs: Needs,
  tx: Database,
  address: string,
): Promise<void> {
  const now = needs.clock.now();
  const ofNetwork = { limit: takenPerNetwork, ms: hourMs };
  for (const { attempts, ...window } of listNetworkWindows(needs, address, ofNetwork)) {
    const isTaken = and(eq(phoneAttempts.kind, 'taken'), attempts);
    const opensAt = await findOpening(tx, now, { ...window, attempts: isTaken });
    if (!opensAt) continue;
    const what =
      'Too many emails and numbers that belong to other accounts were tried from your network.';
    throw tryLater(what, opensAt.getTime() - now.getTime());
  }
}

/** One at a time: simultaneous attempts can't pass the limit. @throws {AppError} 429 */
export async function countTaken(
  needs: Needs,
  tx: Database,
  { userId, address }: { userId: string | null; address: string },
): Promise<void> {
  await lockTexts(tx);
  await refuseGuessingNetwork(needs, tx, address);
  const networkHash = hashNetwork(needs, address);
  await recordAttempt(tx, { kind: 'taken', userId, networkHash, createdAt: needs.clock.now() });
}

/** Fingerprints of all its networks, the largest first, so that those of a larger network begin alike. */
export function hashNetwork({ secrets }: Needs, address: string): string {
  const networks = listNetworks(address).reverse();
  return networks.map(({ name }) => secrets.fingerprint('network', name)).join('');
}

export function listNetworkWindows(
  needs: Needs,
  address: string,
  { limit, ms }: Pick<Window, 'limit' | 'ms'>,
): Limit[] {
  const networks = listNetworks(address);
  const hash = hashNetwork(needs, address);
  const oneLength = hash.length / networks.length;
  return networks.map(({ share }, nth) => {
    const ofAll = hash.slice(0, hash.length - nth * oneLength);
    return { limit: limit * share, ms, attempts: isWithin(ofAll) };
  });
}

/** Every hexadecimal digit sorts before "g" in any collation, so that the index serves. */
function isWithin(hash: string): SQL | undefined {
  const { networkHash } = phoneAttempts;
  return and(gte(networkHash, hash), lt(networkHash, `${hash}g`));
}

export function isOf(userId: string, kind: 'change' | 'taken') {
  return and(eq(phoneAttempts.userId, userId), eq(phoneAttempts.kind, kind));
}

export async function recordAttempt(
  tx: Database,
  attempt: typeof phoneAttempts.$inferInsert,
): Promise<void> {
  await tx.insert(phoneAttempts).values(attempt);
}

/** In the last 24 hours. `unsent`: a limit was reached, and the person got only a code. */
export async function countTextsToday(db: Database, now: Date) {
  const since = new Date(now.getTime() - dayMs);
  const countOf = (kind: 'text' | 'unsent') =>
    db.$count(phoneAttempts, and(eq(phoneAttempts.kind, kind), gt(phoneAttempts.createdAt, since)));
  return { today: await countOf('text'), unsent: await countOf('unsent') };
}

/** The longest window is one day, and a block looks back at two. */
export const attemptDays = 2;

export async function deleteAttemptsBefore(db: Database, time: Date, limit: number) {
  const which = and(ne(phoneAttempts.kind, 'change'), lt(phoneAttempts.createdAt, time));
  return deleteBatch(db, phoneAttempts.id, { which, limit });
}

/** Numbers sold as a block share all but the last digits. */
function hashPrefix({ secrets }: Needs, handle: string): string {
  return secrets.fingerprint('prefix', handle.slice(0, -4));
}
