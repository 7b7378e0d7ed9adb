import { recordFailedSignIn } from '#server/access/audit/store.ts';
import type { UserRow } from '#server/db/schema.ts';
import { forbidden } from '#server/errors.ts';
import { maskEmail } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { throttlePassword } from '../sign-in/login-throttle.ts';
import { isPassword } from './passwords.ts';

/** `sessionId`: what its wrong ones are counted for. */
export type TypedPassword = { password: string; address: string; sessionId: string };

/**
 * The page may have been left open.
 * @throws {AppError} 403 for a wrong password, 429 after too many.
 */
export async function confirmPassword(
  runtime: Runtime,
  user: UserRow,
  { password, address, sessionId }: TypedPassword,
): Promise<void> {
  const { db, clock } = runtime;
  await throttlePassword(runtime, { sessionId }, async () => {
    if (await isPassword(user.passwordHash, password)) return;
    await recordFailedSignIn(db, {
      userId: user.id,
      address,
      reason: 'wrong password, signed in',
      maskedEmail: maskEmail(user.email),
      now: clock.now(),
    });
    throw forbidden('That password is wrong.');
  });
}
