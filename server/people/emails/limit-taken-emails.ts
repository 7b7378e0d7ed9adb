import { transact } from '#server/db/transact.ts';
import { AppError } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { countTaken, refuseGuessingNetwork } from '../connections/limits-store.ts';

/**
 * The answer tells that an email has an account, or had one: a network gets few of these, for however many accounts.
 * @throws {AppError} 429 instead, beyond the limit.
 */
export async function limitTakenEmails<Result>(
  runtime: Runtime,
  address: string,
  takeEmail: () => Promise<Result>,
): Promise<Result> {
  const { db } = runtime;
  await transact(db, (tx) => refuseGuessingNetwork(runtime, tx, address));
  try {
    return await takeEmail();
  } catch (error) {
    if (error instanceof AppError && error.status === 409) {
      await transact(db, (tx) => countTaken(runtime, tx, { userId: null, address }));
    }
    throw error;
  }
}
