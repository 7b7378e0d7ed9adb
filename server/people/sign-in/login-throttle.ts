import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { AppError, tryLater } from '#server/errors.ts';
import { createKeyedLimit } from '#server/outside/concurrency.ts';
import { listNetworks, toNetwork } from '#server/outside/network.ts';
import type { Runtime } from '#server/runtime.ts';
import { hourMs, minuteMs } from '#shared/time.ts';
import { hashDevice, isKnownDevice, listKnowing } from './devices-store.ts';
import {
  clearFailures,
  lockFailures,
  readFailures,
  setFailures,
  takeBackFailure,
} from './failures-store.ts';

const firstWaitMs = 30_000;
const defaultWaitMs = 15 * minuteMs;

/** `free` failures cost no wait; one stops counting every `forgivenMs`. */
type Counter = {
  key: string;
  free: number;
  forgivenMs: number;
  maxWaitMs?: number;
  /** Full, it refuses no attempt, and counts none. */
  holds?: boolean;
};

const ofAccount = { free: 10, forgivenMs: hourMs };
/** Six digits: ten guesses, then one an hour. */
const ofFactor = { ...ofAccount, maxWaitMs: hourMs };
const guessesToTell = 3;
const tooManyCodes = 'Too many wrong codes.';
/** High enough for an office behind one address. */
const ofAddress = { free: 50, forgivenMs: minuteMs };

/** Each attempt first counts as failed, so a burst of right passwords would hit the limit. */
const oneByOne = createKeyedLimit({ atOnce: 1 });

export type Attempt = { email: string; address: string; deviceToken: string | null };

const held =
  "If your password was right and your email or phone is confirmed, we've sent you a link that lets this device in.";

/**
 * A device that has signed in before has its own count, so strangers can't lock the owner out. On another, once strangers
 * have used up the account's count, `hold` runs instead of `logIn`: what it finds must not show in the answer.
 * @throws {AppError} 429 after too many failures.
 */
export async function throttleLogin<Session>(
  runtime: Runtime,
  attempt: Attempt,
  { logIn, hold }: { logIn: () => Promise<Session>; hold: () => Promise<void> },
): Promise<Session> {
  const { email, address, deviceToken } = attempt;
  const account = runtime.secrets.fingerprint('login', email.toLowerCase());
  const device = hashDevice(deviceToken ?? '');
  const isOwn = await isKnownDevice(runtime.db, attempt);
  const counters: Counter[] = isOwn
    ? [{ key: `device ${account} ${device}`, ...ofAccount }]
    : [{ key: `account ${account}`, ...ofAccount, holds: true }, ...listAddressCounters(address)];
  const turn = `${account} ${device}`;
  const words = 'Too many failed logins.';
  return oneByOne(turn, async () => {
    const waitMs = await claimAttempt(runtime, counters, words);
    if (waitMs === 0) return settleAttempt(runtime, { counters, isOwn }, logIn);
    await hold();
    throw tryLater(words, waitMs, deviceToken === null ? '' : held);
  });
}

/** Each session has its own count: a thief with one must not keep the owner waiting. */
export async function throttlePassword<Result>(
  runtime: Runtime,
  { sessionId }: { sessionId: string },
  check: () => Promise<Result>,
): Promise<Result> {
  const counters = [{ key: `password ${sessionId}`, ...ofAccount }];
  return oneByOne(`password ${sessionId}`, () =>
    countFailure(runtime, { counters, words: 'Too many wrong passwords.', isOwn: true }, check),
  );
}

/** The answer tells that another account has an email: each account gets few of these, over all its sessions. */
export async function throttleTaken<Result>(
  runtime: Runtime,
  { id }: Pick<UserRow, 'id'>,
  change: () => Promise<Result>,
): Promise<Result> {
  const counters = [{ key: `taken ${id}`, ...ofAccount }];
  const words = 'You have tried too many emails that belong to other accounts.';
  const isCounted = ({ status }: AppError) => status === 409;
  return oneByOne(`taken ${id}`, () =>
    countFailure(runtime, { counters, words, isCounted }, change),
  );
}

/** By session, as passwords are. */
export async function throttleCode<Result>(
  runtime: Runtime,
  { sessionId }: { sessionId: string },
  check: () => Promise<Result>,
): Promise<Result> {
  const counters = [{ key: `code ${sessionId}`, ...ofFactor }];
  return oneByOne(`code ${sessionId}`, () =>
    countFailure(runtime, { counters, words: tooManyCodes, isOwn: true }, check),
  );
}

/**
 * Where the password or the reset code was right already, so strangers without it are not counted. Devices that never
 * signed in share one count, which a new password begins anew; a known one has its own.
 * @param options.tell runs once the others have guessed often.
 */
export async function throttleFactor(
  runtime: Runtime,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
  {
    deviceToken,
    check,
    tell,
  }: {
    deviceToken: string | null;
    check: () => Promise<void>;
    tell: () => Promise<void>;
  },
): Promise<void> {
  const token = deviceToken ?? '';
  const isOwn =
    (await listKnowing(runtime.db, { accounts: [{ id }], deviceToken: token })).length > 0;
  const account = runtime.secrets.fingerprint('login', `${id} ${passwordHash}`);
  const key = `factor ${account}${isOwn ? ` ${hashDevice(token)}` : ''}`;
  const counted = { counters: [{ key, ...ofFactor }], words: tooManyCodes, isOwn };
  await oneByOne(key, async () => {
    try {
      await countFailure(runtime, counted, check);
    } catch (error) {
      const isWrong = error instanceof AppError && isFailure(error);
      if (isWrong && !isOwn && (await readFailures(runtime.db, key)) >= guessesToTell) await tell();
      throw error;
    }
  });
}

/** For wrong reset codes: no account is known. */
export async function throttleAddress<Result>(
  runtime: Runtime,
  address: string,
  check: () => Promise<Result>,
): Promise<Result> {
  const network = toNetwork(address);
  const counters = listAddressCounters(address);
  return oneByOne(network, () =>
    countFailure(runtime, { counters, words: 'Too many wrong codes.' }, check),
  );
}

/** Always from the smallest network to the largest: they are locked in this order. */
function listAddressCounters(address: string): Counter[] {
  return listNetworks(address).map(({ name, share }) => ({
    key: `address ${name}`,
    free: ofAddress.free * share,
    forgivenMs: ofAddress.forgivenMs / share,
  }));
}

/** A missing code has a `need` and is no failure. */
const isFailure = ({ status, need }: AppError) =>
  need === undefined && [400, 401, 403].includes(status);

async function countFailure<Result>(
  runtime: Runtime,
  { words, ...settled }: Settled & { words: string },
  check: () => Promise<Result>,
): Promise<Result> {
  await claimAttempt(runtime, settled.counters, words);
  return settleAttempt(runtime, settled, check);
}

type Settled = { counters: Counter[]; isOwn?: boolean; isCounted?: typeof isFailure };

async function settleAttempt<Result>(
  runtime: Runtime,
  { counters, isOwn = false, isCounted = isFailure }: Settled,
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await check();
    // The owner's sign-in must not erase a stranger's guesses from a shared count.
    const settle = isOwn ? clearFailures : takeBackFailure;
    for (const { key } of counters) await settle(runtime.db, key);
    return result;
  } catch (error) {
    const isWrong = error instanceof AppError && isCounted(error);
    if (!isWrong) for (const { key } of counters) await takeBackFailure(runtime.db, key);
    throw error;
  }
}

/**
 * An attempt counts as failed until it succeeds, so parallel guesses can't pass the limit.
 * @returns how long a full counter that holds makes it wait.
 */
async function claimAttempt(
  { db, clock }: Runtime,
  counters: Counter[],
  words: string,
): Promise<number> {
  const now = clock.now();
  return transact(db, async (tx) => {
    let heldMs = 0;
    for (const counter of counters) {
      const { key, free, forgivenMs, holds, maxWaitMs = defaultWaitMs } = counter;
      const { failures, lastFailureAt } = await lockFailures(tx, key);
      const sinceMs = now.getTime() - lastFailureAt.getTime();
      const left = Math.max(0, failures - Math.floor(sinceMs / forgivenMs));
      const waitMs = waitAfter(left - free, maxWaitMs) - sinceMs;
      if (waitMs > 0) {
        if (!holds) throw tryLater(words, waitMs);
        heldMs = waitMs;
        continue;
      }
      const doublings = Math.ceil(Math.log2(maxWaitMs / firstWaitMs));
      const counted = Math.min(left + 1, free + doublings);
      await setFailures(tx, key, { failures: counted, lastFailureAt: now });
    }
    return heldMs;
  });
}

function waitAfter(more: number, maxWaitMs: number): number {
  return more < 0 ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** more);
}
