import { randomBytes } from 'node:crypto';
import { recordChange } from '#server/access/audit/store.ts';
import { updateUser } from '#server/access/users-store.ts';
import type { Database } from '#server/db/client.ts';
import type { UserRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, unprocessable } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { BeginSecondFactorReply, SecondFactorReply } from '#shared/api/second-factor.ts';
import { tellOwner } from '../owner/tell-owner.ts';
import { confirmPassword, type TypedPassword } from '../passwords/confirm-password.ts';
import { lockUnchanged } from '../sign-in/lock-unchanged.ts';
import { deleteSessions } from '../sign-in/sessions-store.ts';
import {
  confirmCode,
  confirmTotpCode,
  fingerprintCode,
  hasSecondFactor,
  requireSecondFactor,
  type TypedCode,
} from './check-code.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './second-factor-store.ts';
import { createTotpSecret, toTotpUri } from './totp.ts';

const recoveryCodeCount = 10;
const recoveryCodeBytes = 10;

type Parts = Pick<Runtime, 'db' | 'secrets' | 'clock'>;
type Telling = Parts & Pick<Runtime, 'config'>;

export async function describeSecondFactor(
  { db }: Parts,
  user: UserRow,
): Promise<SecondFactorReply> {
  const isOn = hasSecondFactor(user);
  return { isOn, recoveryCodesLeft: isOn ? await countRecoveryCodes(db, user.id) : 0 };
}

/**
 * Requires no code until one is confirmed: a wrongly set up app would lock its owner out.
 * @throws {AppError} 403 for a wrong password, 409 if a second factor is set up.
 */
export async function beginSecondFactor(
  runtime: Runtime,
  user: UserRow,
  typed: TypedPassword,
): Promise<BeginSecondFactorReply> {
  await confirmPassword(runtime, user, typed);
  const { db, secrets } = runtime;
  refuseAnother(user);
  const secret = createTotpSecret();
  const totpSecret = secrets.seal({ column: 'users.totp_secret', row: user.id }, secret);
  await transact(db, async (tx) => {
    refuseAnother(await lockUnchanged(tx, user));
    await updateUser(tx, user.id, { totpSecret });
  });
  return { secret, uri: toTotpUri(secret, user.email) };
}

/**
 * Returns recovery codes. Ends every other session: they began without the second factor.
 * @throws {AppError} 403 for a wrong code, 409 if a second factor is set up, 422 if no set-up was begun.
 */
export async function confirmSecondFactor(
  runtime: Runtime,
  user: UserRow,
  { code, sessionId, address }: TypedCode,
): Promise<string[]> {
  const { db, clock, changes } = runtime;
  refuseAnother(user);
  if (!user.totpSecret) throw unprocessable('Begin the set-up first.');
  await confirmTotpCode(runtime, user, { code, address, sessionId });
  const now = clock.now();
  const codes = await transact(db, async (tx) => {
    const current = await lockUnchanged(tx, user);
    if (current.totpSecret?.iv !== user.totpSecret?.iv) {
      throw conflict('The set-up was started again elsewhere. Continue there.');
    }
    await tell(runtime, tx, user, 'on');
    await updateUser(tx, user.id, { totpConfirmedAt: now });
    await deleteSessions(tx, { userId: user.id, exceptId: sessionId });
    await record(tx, user, { action: 'user.second-factor-on', isOn: true, now });
    return createRecoveryCodes(runtime, tx, user);
  });
  changes.publish({ type: 'account', userId: user.id });
  return codes;
}

/** @throws {AppError} 409 without a second factor. */
export async function renewRecoveryCodes(runtime: Telling, user: UserRow): Promise<string[]> {
  return transact(runtime.db, async (tx) => {
    requireSecondFactor(await lockUnchanged(tx, user));
    await tell(runtime, tx, user, 'new codes');
    return createRecoveryCodes(runtime, tx, user);
  });
}

/**
 * Or a set-up that was begun, which needs no code.
 * @throws {AppError} 403 for a wrong code, 401 for a set-up that was confirmed meanwhile.
 */
export async function endSecondFactor(
  runtime: Runtime,
  user: UserRow,
  typed: TypedCode,
): Promise<void> {
  if (hasSecondFactor(user)) await confirmCode(runtime, user, typed);
  await transact(runtime.db, async (tx) => {
    const current = await lockUnchanged(tx, user);
    if (hasSecondFactor(current)) await tell(runtime, tx, current, 'off');
    await removeSecondFactor(tx, current, runtime.clock.now());
  });
}

async function tell(
  runtime: Telling,
  tx: Database,
  { id: userId }: UserRow,
  change: 'on' | 'off' | 'new codes',
): Promise<void> {
  const event = { kind: 'second-factor', change } as const;
  await tellOwner(runtime, tx, { userId, event, now: runtime.clock.now() });
}

export async function removeSecondFactor(tx: Database, user: UserRow, now: Date): Promise<void> {
  await updateUser(tx, user.id, { totpSecret: null, totpConfirmedAt: null, totpLastStep: null });
  await replaceRecoveryCodes(tx, user.id, []);
  if (hasSecondFactor(user)) {
    await record(tx, user, { action: 'user.second-factor-off', isOn: false, now });
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

function refuseAnother(user: UserRow): void {
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
