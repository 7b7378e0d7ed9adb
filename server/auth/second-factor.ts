import { randomBytes } from 'node:crypto';
import { recordChange, recordFailedSignIn } from '#server/audit/store.ts';
import type { Database } from '#server/db/client.ts';
import { lockUser } from '#server/db/locks.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { AppError, conflict, unprocessable } from '#server/errors.ts';
import { maskEmail } from '#server/messages/system-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { type Secrets, SecretUnreadable } from '#server/secrets/secrets.ts';
import { updateUser } from '#server/users/store.ts';
import type { BeginSecondFactorReply, SecondFactorReply } from '#shared/api/second-factor.ts';
import { confirmPassword } from './confirm-password.ts';
import { throttleCode } from './login-throttle.ts';
import {
  countRecoveryCodes,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from './second-factor-store.ts';
import { deleteSessions } from './sessions-store.ts';
import { createTotpSecret, findTotpStep, toTotpUri } from './totp.ts';

const recoveryCodeCount = 10;
const recoveryCodeBytes = 10;

type TypedCode = { code: string; address: string };
type Parts = Pick<Runtime, 'db' | 'secrets' | 'clock'>;

export async function describeSecondFactor(
  { db }: Parts,
  user: UserRow,
): Promise<SecondFactorReply> {
  const isOn = hasSecondFactor(user);
  return { isOn, recoveryCodesLeft: isOn ? await countRecoveryCodes(db, user.id) : 0 };
}

export function hasSecondFactor({ totpConfirmedAt }: UserRow): boolean {
  return totpConfirmedAt !== null;
}

/**
 * Nothing is asked for yet: an app that was set up wrongly would lock its owner out.
 * @throws {AppError} 403 for a wrong password, 409 where one is set up.
 */
export async function beginSecondFactor(
  runtime: Runtime,
  user: UserRow,
  typed: { password: string; address: string },
): Promise<BeginSecondFactorReply> {
  await confirmPassword(runtime, user, typed);
  const { db, secrets } = runtime;
  refuseSecond(user);
  const secret = createTotpSecret();
  const totpSecret = secrets.seal({ column: 'users.totp_secret', row: user.id }, secret);
  await updateUser(db, user.id, { totpSecret });
  return { secret, uri: toTotpUri(secret, user.email) };
}

/**
 * Ends every other session: each was opened without a second factor.
 * @returns new recovery codes.
 * @throws {AppError} 403 for a wrong code, 409 where one is set up, 422 where none was begun.
 */
export async function confirmSecondFactor(
  runtime: Runtime,
  user: UserRow,
  { code, sessionId, address }: TypedCode & { sessionId: string },
): Promise<string[]> {
  const { db, clock, changes } = runtime;
  refuseSecond(user);
  if (!user.totpSecret) throw unprocessable('Begin the set-up first.');
  await throttleCode(runtime, user, async () => {
    if (await takeTotpCode(runtime, user, code)) return;
    await recordWrongCode(runtime, user, address);
    throw wrongCode(403);
  });
  const now = clock.now();
  const codes = await transact(db, async (tx) => {
    const current = await lockUser(tx, user.id);
    if (current?.totpSecret?.iv !== user.totpSecret?.iv || current?.totpConfirmedAt) {
      throw conflict('The set-up was begun again elsewhere. Go on there.');
    }
    await updateUser(tx, user.id, { totpConfirmedAt: now });
    await deleteSessions(tx, { userId: user.id, exceptId: sessionId });
    await record(tx, user, { action: 'user.second-factor-on', isOn: true, now });
    return createRecoveryCodes(runtime, tx, user);
  });
  changes.publish({ type: 'account', userId: user.id });
  return codes;
}

/** The earlier ones end. */
export async function renewRecoveryCodes(runtime: Parts, user: UserRow): Promise<string[]> {
  return transact(runtime.db, (tx) => createRecoveryCodes(runtime, tx, user));
}

/** @throws {AppError} 403 for a wrong code. */
export async function endSecondFactor(
  runtime: Runtime,
  user: UserRow,
  typed: TypedCode,
): Promise<void> {
  await confirmCode(runtime, user, typed);
  await transact(runtime.db, (tx) => removeSecondFactor(tx, user, runtime.clock.now()));
}

export async function removeSecondFactor(tx: Database, user: UserRow, now: Date): Promise<void> {
  await updateUser(tx, user.id, { totpSecret: null, totpConfirmedAt: null, totpLastStep: null });
  await replaceRecoveryCodes(tx, user.id, []);
  await record(tx, user, { action: 'user.second-factor-off', isOn: false, now });
}

/**
 * Asks a signed-in person for a code.
 * @throws {AppError} 403 for a wrong one, 429 after too many of them.
 */
export async function confirmCode(
  runtime: Runtime,
  user: UserRow,
  typed: TypedCode,
): Promise<void> {
  await throttleCode(runtime, user, () => requireCode(runtime, user, { ...typed, status: 403 }));
}

/**
 * Nothing to ask for without a second factor.
 * @throws {AppError} with `status`: `need: 'code'` without a code, none for a wrong one.
 */
export async function requireCode(
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

async function createRecoveryCodes({ secrets }: Parts, tx: Database, user: UserRow) {
  const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
  const fingerprints = codes.map((code) => fingerprintCode(secrets, user, code));
  await replaceRecoveryCodes(tx, user.id, fingerprints);
  return codes;
}

/** 80 random bits, as 0a1b2-c3d4e-f5061-72839. */
function createRecoveryCode(): string {
  const digits = randomBytes(recoveryCodeBytes).toString('hex');
  return (digits.match(/.{5}/g) ?? []).join('-');
}

function fingerprintCode(secrets: Secrets, { id }: UserRow, code: string): string {
  return secrets.fingerprint(
    'recovery code',
    `${id} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`,
  );
}

function refuseSecond(user: UserRow): void {
  if (hasSecondFactor(user)) throw conflict('A second factor is set up. Turn it off first.');
}

async function record(
  tx: Database,
  { id }: UserRow,
  { action, isOn, now }: { action: string; isOn: boolean; now: Date },
): Promise<void> {
  const facts = { before: { hasSecondFactor: !isOn }, after: { hasSecondFactor: isOn } };
  await recordChange(tx, { actorId: id, action, entity: 'user', entityId: id, ...facts, now });
}
