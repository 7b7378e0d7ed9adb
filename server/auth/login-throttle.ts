import { transact } from '#server/db/transact.ts';
import { AppError, tryLater } from '#server/errors.ts';
import { createTurns } from '#server/in-turn.ts';
import { toNetwork } from '#server/network.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashDevice, isKnownDevice } from './devices-store.ts';
import { clearFailures, lockFailures, setFailures, takeBackFailure } from './failures-store.ts';

const minuteMs = 60_000;
const firstWaitMs = 30_000;
const longestWaitMs = 15 * minuteMs;
/** The fifth doubling of 30 s already exceeds 15 minutes. */
const doublings = 5;

/** `free` failures cost no wait; one stops counting every `forgivenMs`. */
type Counter = { key: string; free: number; forgivenMs: number };

const ofAccount = { free: 10, forgivenMs: 60 * minuteMs };
/** High enough for an office behind one address. */
const ofAddress = { free: 50, forgivenMs: minuteMs };

/** Each attempt first counts as failed, so a burst of right passwords would hit the limit. */
const inTurn = createTurns();

export type Attempt = { email: string; address: string; deviceToken: string | null };

/**
 * A device that has signed in before has its own count, so strangers can't lock the owner out.
 * @throws {AppError} 429 after too many failures.
 */
export async function throttleLogin<Session>(
  runtime: Runtime,
  attempt: Attempt,
  logIn: () => Promise<Session>,
): Promise<Session> {
  const { email, address, deviceToken } = attempt;
  const account = runtime.secrets.fingerprint('login', email.toLowerCase());
  const device = hashDevice(deviceToken ?? '');
  const isOwn = await isKnownDevice(runtime.db, attempt);
  const counters = isOwn
    ? [{ key: `device ${account} ${device}`, ...ofAccount }]
    : [
        { key: `account ${account}`, ...ofAccount },
        { key: `address ${toNetwork(address)}`, ...ofAddress },
      ];
  const turn = `${account} ${device}`;
  return inTurn(turn, () =>
    countFailure(runtime, { counters, words: 'Too many failed logins.', isOwn }, logIn),
  );
}

export async function throttlePassword<Result>(
  runtime: Runtime,
  { id }: { id: string },
  check: () => Promise<Result>,
): Promise<Result> {
  const counters = [{ key: `password ${id}`, ...ofAccount }];
  return inTurn(id, () =>
    countFailure(runtime, { counters, words: 'Too many wrong passwords.', isOwn: true }, check),
  );
}

export async function throttleCode<Result>(
  runtime: Runtime,
  { id }: { id: string },
  check: () => Promise<Result>,
): Promise<Result> {
  const counters = [{ key: `code ${id}`, ...ofAccount }];
  return inTurn(`code ${id}`, () =>
    countFailure(runtime, { counters, words: 'Too many wrong codes.', isOwn: true }, check),
  );
}

/** For wrong reset codes: no account is known. */
export async function throttleAddress<Result>(
  runtime: Runtime,
  address: string,
  check: () => Promise<Result>,
): Promise<Result> {
  const network = toNetwork(address);
  const counters = [{ key: `address ${network}`, ...ofAddress }];
  return inTurn(network, () =>
    countFailure(runtime, { counters, words: 'Too many wrong codes.' }, check),
  );
}

/** A missing code has a `need` and is no failure. */
const isFailure = ({ status, need }: AppError) =>
  need === undefined && [400, 401, 403].includes(status);

/** An attempt counts as failed until it succeeds, so parallel guesses can't pass the limit. */
async function countFailure<Result>(
  runtime: Runtime,
  { counters, words, isOwn = false }: { counters: Counter[]; words: string; isOwn?: boolean },
  check: () => Promise<Result>,
): Promise<Result> {
  await claimAttempt(runtime, counters, words);
  try {
    const result = await check();
    // The owner's sign-in must not erase a stranger's guesses from a shared count.
    const settle = isOwn ? clearFailures : takeBackFailure;
    for (const { key } of counters) await settle(runtime.db, key);
    return result;
  } catch (error) {
    const isWrong = error instanceof AppError && isFailure(error);
    if (!isWrong) for (const { key } of counters) await takeBackFailure(runtime.db, key);
    throw error;
  }
}

async function claimAttempt({ db, clock }: Runtime, counters: Counter[], words: string) {
  const now = clock.now();
  await transact(db, async (tx) => {
    for (const { key, free, forgivenMs } of counters) {
      const { failures, lastFailureAt } = await lockFailures(tx, key);
      const sinceMs = now.getTime() - lastFailureAt.getTime();
      const left = Math.max(0, failures - Math.floor(sinceMs / forgivenMs));
      const waitMs = waitAfter(left - free) - sinceMs;
      if (waitMs > 0) throw tryLater(words, waitMs);
      const counted = Math.min(left + 1, free + doublings);
      await setFailures(tx, key, { failures: counted, lastFailureAt: now });
    }
  });
}

function waitAfter(more: number): number {
  return more < 0 ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** more);
}
