import { recordFailedSignIn } from '#server/access/audit/store.ts';
import { type Secrets, SecretUnreadable } from '#server/access/secrets/secrets.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { AppError, conflict, unprocessable } from '#server/errors.ts';
import { maskEmail } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { tellOwner } from '../owner/tell-owner.ts';
import { throttleCode, throttleFactor } from '../sign-in/login-throttle.ts';
import type { Client } from '../sign-in/read-client.ts';
import { takeRecoveryCode, takeStep } from './second-factor-store.ts';
import { findTotpStep } from './totp.ts';

export type TypedCode = { code: string; address: string; sessionId: string };
type Parts = Pick<Runtime, 'db' | 'secrets' | 'clock'>;

export function hasSecondFactor({ totpConfirmedAt }: UserRow): boolean {
  return totpConfirmedAt !== null;
}

/**
 * What is proved by a code proves nothing where none is asked for.
 * @throws {AppError} 409
 */
export function requireSecondFactor(user: UserRow): void {
  if (!hasSecondFactor(user)) throw conflict('No second factor is set up. Set one up first.');
}

/**
 * No recovery code may replace an authenticator app's first code.
 * @throws {AppError} 403 for a wrong code, 429 after too many.
 */
export async function confirmTotpCode(
  runtime: Runtime,
  user: UserRow,
  { code, address, sessionId }: TypedCode,
): Promise<void> {
  await throttleCode(runtime, { sessionId }, async () => {
    if (await takeTotpCode(runtime, user, code)) return;
    await recordWrongCode(runtime, user, address);
    throw wrongCode(403);
  });
}

/** @throws {AppError} 403 for a wrong code, 409 without a second factor, 429 after too many. */
export async function confirmCode(
  runtime: Runtime,
  user: UserRow,
  typed: TypedCode,
): Promise<void> {
  requireSecondFactor(user);
  await throttleCode(runtime, typed, () => requireCode(runtime, user, { ...typed, status: 403 }));
}

/**
 * `requireCode` at a sign-in or a reset, counted for the account. Its owner hears that the password is known and the second
 * factor is guessed.
 */
export async function requireCodeToEnter(
  runtime: Runtime,
  user: UserRow,
  { code, client }: { code: string | undefined; client: Client },
): Promise<void> {
  if (!hasSecondFactor(user)) return;
  const { address, device, deviceToken } = client;
  await throttleFactor(runtime, user, {
    deviceToken,
    check: () => requireCode(runtime, user, { code, status: 401, address }),
    async tell() {
      const event = { kind: 'factor-guessed', device } as const;
      const now = runtime.clock.now();
      await transact(runtime.db, (tx) => tellOwner(runtime, tx, { userId: user.id, event, now }));
      runtime.queue.wakeWorkers('tell-owner');
    },
  });
}

/** @throws {AppError} with `status`; `need: 'code'` if the code is missing, not wrong. */
async function requireCode(
  runtime: Parts,
  user: UserRow,
  { code, status, address }: { code: string | undefined; status: 401 | 403; address: string },
): Promise<void> {
  if (!hasSecondFactor(user)) return;
  if (!code)
    throw new AppError(status, 'Enter the code of your authenticator app.', { need: 'code' });
  const isRight =
    (await takeTotpCode(runtime, user, code)) ||
    (await takeRecoveryCode(runtime.db, {
      userId: user.id,
      fingerprint: fingerprintCode(runtime.secrets, user, code),
    }));
  if (isRight) return;
  await recordWrongCode(runtime, user, address);
  throw wrongCode(status);
}

async function recordWrongCode({ db, clock }: Parts, user: UserRow, address: string) {
  const failure = { userId: user.id, address, reason: 'wrong code', now: clock.now() };
  await recordFailedSignIn(db, { ...failure, maskedEmail: maskEmail(user.email) });
}

function wrongCode(status: 401 | 403): AppError {
  return new AppError(status, 'This code is wrong or was used before.');
}

async function takeTotpCode(
  { db, secrets, clock }: Parts,
  { id, totpSecret }: UserRow,
  code: string,
): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, '');
  if (!totpSecret || !/^\d{6}$/.test(digits)) return false;
  try {
    const secret = secrets.open({ column: 'users.totp_secret', row: id }, totpSecret);
    const step = findTotpStep(secret, digits, clock.now());
    return step !== null && (await takeStep(db, id, step));
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw unprocessable(
      "Your authenticator app can't be checked: the server's key was lost. Use a recovery code, or ask who runs the server to remove the second factor.",
    );
  }
}

export function fingerprintCode(secrets: Secrets, { id }: UserRow, code: string): string {
  return secrets.fingerprint(
    'recovery code',
    `${id} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`,
  );
}
