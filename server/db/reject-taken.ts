import { conflict } from '#server/errors.ts';
import { findViolatedConstraint } from './error-code.ts';

/**
 * @param messages what to answer, by the unique constraint that `change` would break.
 * @throws {AppError} 409 with the message.
 */
export async function rejectTaken<Result>(
  change: () => Promise<Result>,
  messages: Record<string, string>,
): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    const message = messages[findViolatedConstraint(error) ?? ''];
    throw message ? conflict(message) : error;
  }
}
