import { and, desc, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { phoneAttempts } from '#server/db/schema.ts';
import { type AppError, tryLater } from '#server/errors.ts';
import { toNetwork } from '#server/network.ts';
import type { Runtime } from '#server/runtime.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const questionsPerAccount = 3;
const changesPerAccount = 2;
const takenPerAccount = 20;
const takenPerNetwork = 20;

/** Arbitrary. */
const textsLock = 5_120_419;

type Window = { limit: number; ms: number; what: string; attempts: SQL | undefined };
type Asker = { userId: string; address: string; handle: string };
type Needs = Pick<Runtime, 'config' | 'clock' | 'secrets'>;

/**
 * Runs in the transaction that stores the question, one at a time: simultaneous requests can't pass a limit.
 * @throws {AppError} 429
 */
export async function countQuestion(needs: Needs, tx: Database, asker: Asker): Promise<void> {
  const { config, clock } = needs;
  const { userId } = asker;
  const networkHash = hashNetwork(needs, asker.address);
  const prefixHash = hashPrefix(needs, asker.handle);
  await lockTexts(tx);
  const refusal = await findRefusal(tx, clock.now(), [
    {
      limit: questionsPerAccount,
      ms: dayMs,
      what: `You can connect ${questionsPerAccount} new phones a day.`,
      attempts: eq(phoneAttempts.userId, userId),
    },
    {
      limit: config.questions.perAddress,
      ms: hourMs,
      what: 'Too many new phones were texted from your network.',
      attempts: eq(phoneAttempts.networkHash, networkHash),
    },
    ...listSharedWindows(config, prefixHash),
  ]);
  if (refusal) throw refusal;
  const attempt = { kind: 'text', userId, networkHash, prefixHash } as const;
  await recordAttempt(tx, { ...attempt, createdAt: clock.now() });
}

/** For a phone without a connection; false at a limit. */
export async function countStrangerText(
  needs: Needs,
  tx: Database,
  handle: string,
): Promise<boolean> {
  const { config, clock } = needs;
  const prefixHash = hashPrefix(needs, handle);
  await lockTexts(tx);
  if (await findRefusal(tx, clock.now(), listSharedWindows(config, prefixHash))) return false;
  await recordAttempt(tx, { kind: 'text', prefixHash, createdAt: clock.now() });
  return true;
}

function listSharedWindows({ questions }: Config, prefixHash: string): Window[] {
  return [
    {
      limit: questions.perPrefix,
      ms: hourMs,
      what: 'Too many numbers like yours were texted.',
      attempts: eq(phoneAttempts.prefixHash, prefixHash),
    },
    {
      limit: questions.perDay,
      ms: dayMs,
      what: "We can't text more new phones today.",
      attempts: undefined,
    },
  ];
}

/** Callers lock no further rows before the commit, so it can't deadlock. */
async function lockTexts(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${textsLock})`);
}

async function findRefusal(tx: Database, now: Date, windows: Window[]): Promise<AppError | null> {
  for (const { limit, ms, what, attempts } of windows) {
    const isText = and(eq(phoneAttempts.kind, 'text'), attempts);
    const opensAt = await findOpening(tx, now, { limit, ms, attempts: isText });
    if (opensAt) return tryLater(what, opensAt.getTime() - now.getTime());
  }
  return null;
}

/** When a full window opens again; null while there is room. */
async function findOpening(
  tx: Database,
  now: Date,
  { limit, ms, attempts }: Omit<Window, 'what'>,
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

type Account = { userId: string };

/** The caller has locked the account. @throws {AppError} 429 */
export async function refuseChange(tx: Database, { userId }: Account, now: Date): Promise<void> {
  const opensAt = await findOpening(tx, now, {
    limit: changesPerAccount,
    ms: dayMs,
    attempts: isOf(userId, 'change'),
  });
  if (opensAt) {
    const what = `You can change your number ${changesPerAccount} times a day.`;
    throw tryLater(what, opensAt.getTime() - now.getTime());
  }
}

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
 * Sign-up and a change of number reveal that another account has verified a number, so a network gets few of these
 * answers an hour.
 * @throws {AppError} 429
 */
export async function refuseGuessingNetwork(
  needs: Needs,
  tx: Database,
  address: string,
): Promise<void> {
  const now = needs.clock.now();
  const networkHash = hashNetwork(needs, address);
  const attempts = and(eq(phoneAttempts.kind, 'taken'), eq(phoneAttempts.networkHash, networkHash));
  const opensAt = await findOpening(tx, now, { limit: takenPerNetwork, ms: hourMs, attempts });
  if (!opensAt) return;
  const what = 'Too many numbers that belong to other accounts were tried from your network.';
  throw tryLater(what, opensAt.getTime() - now.getTime());
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

function hashNetwork({ secrets }: Needs, address: string): string {
  return secrets.fingerprint('network', toNetwork(address));
}

function isOf(userId: string, kind: 'change' | 'taken') {
  return and(eq(phoneAttempts.userId, userId), eq(phoneAttempts.kind, kind));
}

export async function recordAttempt(
  tx: Database,
  attempt: typeof phoneAttempts.$inferInsert,
): Promise<void> {
  await tx.insert(phoneAttempts).values(attempt);
}

/** In the last 24 hours. */
export async function countTextsToday(db: Database, now: Date): Promise<number> {
  const since = new Date(now.getTime() - dayMs);
  return db.$count(
    phoneAttempts,
    and(eq(phoneAttempts.kind, 'text'), gt(phoneAttempts.createdAt, since)),
  );
}

/** Changed within a week: a stranger may have entered it. */
export async function hasNewNumber(tx: Database, { userId }: Account, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - newNumberDays * dayMs);
  const isRecent = gt(phoneAttempts.createdAt, since);
  return (await tx.$count(phoneAttempts, and(isOf(userId, 'change'), isRecent))) > 0;
}

/** The longest window is one day, and a block looks back at two. */
export const attemptDays = 2;
export const newNumberDays = 7;

export async function deleteAttemptsBefore(db: Database, time: Date, limit: number) {
  const which = and(ne(phoneAttempts.kind, 'change'), lt(phoneAttempts.createdAt, time));
  return deleteBatch(db, phoneAttempts.id, { which, limit });
}

export async function deleteNumberChangesBefore(db: Database, time: Date, limit: number) {
  const which = and(eq(phoneAttempts.kind, 'change'), lt(phoneAttempts.createdAt, time));
  return deleteBatch(db, phoneAttempts.id, { which, limit });
}

/** Numbers sold as a block share all but the last digits. */
function hashPrefix({ secrets }: Needs, handle: string): string {
  return secrets.fingerprint('prefix', handle.slice(0, -4));
}
