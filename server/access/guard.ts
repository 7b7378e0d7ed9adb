import type { FastifyRequest } from 'fastify';
import type { TokenRow, UserRow } from '#server/db/schema.ts';
import { AppError, forbidden, passwordNeeded, unauthorized } from '#server/errors.ts';
import { createNetworkLimit } from '#server/outside/limit-by-network.ts';
import { toLoggableError } from '#server/outside/loggable-error.ts';
import type { Runtime } from '#server/runtime.ts';
import { isAdmin, isStaff } from '#shared/roles.ts';
import { minuteMs } from '#shared/time.ts';
import { findScriptOwner, isApiToken } from './api-tokens-store.ts';
import { findSignedIn, recordUse, type SignedIn } from './tokens-store.ts';
import { needsSecondFactor } from './users-store.ts';

const stepUpMs = 5 * minuteMs;
const freshMs = 10 * minuteMs;
/** An honest body is there sooner, and needs no second look. */
const bodyMs = 1_000;

/** `token` null: a script's, which is no session. */
const signedIn = new WeakMap<
  FastifyRequest,
  Omit<SignedIn, 'token'> & { token: TokenRow | null }
>();

/** For the routes that set up a required second factor. */
type Options = { isForSetUp: boolean };

/** A network may send any number of wrong tokens at once, and texts need the database, too. */
const limitLookups = createNetworkLimit(4);

type Check = (request: FastifyRequest) => Promise<void>;
type Checked = { at: Date; again: () => Promise<void> };
const checked = new WeakMap<FastifyRequest, Checked>();

/**
 * A route option, checked before the body is read and after the address is counted. Again once the body is there, if that
 * took long: the session may have ended meanwhile, or the role.
 */
function guard({ clock }: Runtime, check: Check) {
  return {
    async preParsing(request: FastifyRequest): Promise<void> {
      await check(request);
      checked.set(request, { at: clock.now(), again: () => check(request) });
    },
    preValidation: (request: FastifyRequest) => checkAgain({ clock }, request),
  };
}

/** A form's file arrives later than other bodies. */
export async function checkAgain(
  { clock }: Pick<Runtime, 'clock'>,
  request: FastifyRequest,
): Promise<void> {
  const last = checked.get(request);
  if (last && clock.now().getTime() - last.at.getTime() > bodyMs) await last.again();
}

export function forUsers(runtime: Runtime, options?: Options) {
  return guard(runtime, async (request) => {
    await requireUser(runtime, request, options);
  });
}

export function forAdmins(runtime: Runtime, what: string, options?: Options) {
  return guard(runtime, async (request) => {
    const user = await requireUser(runtime, request, options);
    if (!isAdmin(user)) throw forbidden(`You need admin access to ${what}.`);
  });
}

/** Admins, and scripts with a token that an admin made for them. */
export function forAdminsAndScripts(runtime: Runtime, what: string) {
  const { config, db, clock } = runtime;
  const admins = forAdmins(runtime, what);
  return {
    ...guard(runtime, async (request) => {
      const token = tokenOf(request);
      if (token === null || !isApiToken(token)) return admins.preParsing(request);
      const owner = await limitLookups(request.ip, () => findScriptOwner(db, token, clock.now()));
      if (!owner || needsSecondFactor(config, owner)) {
        throw unauthorized('This token is unknown, was revoked, or its admin lost access.');
      }
      signedIn.set(request, { user: owner, token: null });
    }),
  };
}

export function forStaff(runtime: Runtime, what: string, options?: Options) {
  return guard(runtime, async (request) => {
    const user = await requireUser(runtime, request, options);
    if (!isStaff(user)) throw forbidden(`You need admin access to ${what}.`);
  });
}

/** Keeps out agents: they have no plan, and of others they see plan and messages left, but no payment. */
export function forPayers(runtime: Runtime) {
  return guard(runtime, async (request) => {
    const { role } = await requireUser(runtime, request);
    if (role === 'AGENT') throw forbidden('You need admin access to see payments.');
  });
}

/** Who reads conversations: the staff, which is admins and agents, reads all of them. */
export type Reader = { id: string; isStaff: boolean };

export function currentReader(request: FastifyRequest): Reader {
  const user = currentUser(request);
  return { id: user.id, isStaff: isStaff(user) };
}

/** For routes with a guard only. */
export function currentUser(request: FastifyRequest): UserRow {
  const found = signedIn.get(request);
  if (!found) throw new Error(`${request.url} reads the current user without a guard`);
  return found.user;
}

export function currentSessionId(request: FastifyRequest): string {
  return getSignedIn(request).token.id;
}

function getSignedIn(request: FastifyRequest): SignedIn {
  const found = signedIn.get(request);
  if (!found?.token) throw new Error(`${request.url} reads the session without a guard for it`);
  return { ...found, token: found.token };
}

export function findSignedInUser(request: FastifyRequest): UserRow | null {
  return signedIn.get(request)?.user ?? null;
}

/** For public routes that tell a signed-in person more. A wrong token counts as none. */
export async function readToken(
  runtime: Runtime,
  request: FastifyRequest,
): Promise<UserRow | null> {
  return (await lookUp(runtime, request))?.user ?? null;
}

/** Also checks the role. A failing database ends no stream. */
export async function isStillSignedIn(
  { db, clock, log }: Runtime,
  request: FastifyRequest,
): Promise<boolean> {
  try {
    const found = await findSignedIn(db, tokenOf(request) ?? '', clock.now());
    return found !== null && found.user.role === currentUser(request).role;
  } catch (error) {
    log.warn({ err: toLoggableError(error) }, 'token check failed');
    return true;
  }
}

/**
 * For what an attacker with an open session would want.
 * @throws {AppError} 403 with `need: 'code'` if the session's last code is too old.
 */
export function requireStepUp({ clock }: Runtime, request: FastifyRequest): void {
  const { user, token } = getSignedIn(request);
  if (user.totpConfirmedAt === null) return;
  const validUntil = (token.steppedUpAt?.getTime() ?? 0) + stepUpMs;
  if (clock.now().getTime() < validUntil) return;
  throw new AppError(403, 'Enter the code of your authenticator app.', { need: 'code' });
}

/**
 * For what lets another person in: a stolen session must leave no way in that outlasts it.
 * @throws {AppError} 403 with `need: 'code'`; without a second factor with `need: 'password'`, unless it was entered just
 *   before.
 */
export function requireProof(runtime: Runtime, request: FastifyRequest, what: string): void {
  requireStepUp(runtime, request);
  if (currentUser(request).totpConfirmedAt || isFresh(runtime, request)) return;
  throw passwordNeeded(`Enter your password to ${what}.`);
}

/** Whether the person signed in or entered the password just before. */
export function isFresh({ clock }: Runtime, request: FastifyRequest): boolean {
  const { createdAt, passwordAt } = getSignedIn(request).token;
  return clock.now().getTime() < (passwordAt ?? createdAt).getTime() + freshMs;
}

async function requireUser(
  runtime: Runtime,
  request: FastifyRequest,
  { isForSetUp }: Options = { isForSetUp: false },
): Promise<UserRow> {
  const { config, db, clock } = runtime;
  const found = await lookUp(runtime, request);
  if (!found) throw unauthorized();
  await recordUse(db, found.token, clock.now());
  if (!isForSetUp && needsSecondFactor(config, found.user)) {
    throw new AppError(403, 'Set up a second factor first: Sagewire requires it of admins here.', {
      need: 'second-factor',
    });
  }
  signedIn.set(request, found);
  return found.user;
}

async function lookUp({ db, clock }: Runtime, request: FastifyRequest): Promise<SignedIn | null> {
  const token = tokenOf(request);
  if (token === null) return null;
  return limitLookups(request.ip, () => findSignedIn(db, token, clock.now()));
}

function tokenOf({ headers }: FastifyRequest): string | null {
  const [, token] = /^Bearer ([\w-]{20,200})$/i.exec(headers.authorization ?? '') ?? [];
  return token ?? null;
}
