import type { FastifyRequest } from 'fastify';
import type { UserRow } from '#server/db/schema.ts';
import { forbidden, unauthorized } from '#server/errors.ts';
import { loggableError } from '#server/loggable-error.ts';
import type { Runtime } from '#server/runtime.ts';
import { findSignedIn, recordUse, type SignedIn } from './store.ts';

const signedIn = new WeakMap<FastifyRequest, SignedIn>();

/** A route's option, checked before the request is validated. */
export function forUsers(runtime: Runtime) {
  return {
    async preValidation(request: FastifyRequest): Promise<void> {
      await requireUser(runtime, request);
    },
  };
}

/** A route's option. The error says that only admins can do `what`. */
export function forAdmins(runtime: Runtime, what: string) {
  return {
    async preValidation(request: FastifyRequest): Promise<void> {
      const { role } = await requireUser(runtime, request);
      if (role !== 'ADMIN') throw forbidden(`You need admin access to ${what}.`);
    },
  };
}

/** Only for routes with `forUsers` or `forAdmins`. */
export function currentUser(request: FastifyRequest): UserRow {
  return getSignedIn(request).user;
}

/** Only for routes with `forUsers` or `forAdmins`. */
export function currentSessionId(request: FastifyRequest): string {
  return getSignedIn(request).token.id;
}

function getSignedIn(request: FastifyRequest): SignedIn {
  const found = signedIn.get(request);
  if (!found) throw new Error(`${request.url} reads the current user without a guard`);
  return found;
}

export function signedInUser(request: FastifyRequest): UserRow | null {
  return signedIn.get(request)?.user ?? null;
}

/** With the same role. A failing database doesn't end an open stream. */
export async function isStillSignedIn(
  { db, clock, log }: Runtime,
  request: FastifyRequest,
): Promise<boolean> {
  try {
    const found = await findSignedIn(db, tokenOf(request) ?? '', clock.now());
    return found !== null && found.user.role === currentUser(request).role;
  } catch (error) {
    log.warn({ err: loggableError(error) }, 'token check failed');
    return true;
  }
}

/** @throws {AppError} 401 without a valid token. */
async function requireUser({ db, clock }: Runtime, request: FastifyRequest): Promise<UserRow> {
  const token = tokenOf(request);
  const found = token === null ? null : await findSignedIn(db, token, clock.now());
  if (!found) throw unauthorized();
  await recordUse(db, found.token, clock.now());
  signedIn.set(request, found);
  return found.user;
}

export function tokenOf({ headers }: FastifyRequest): string | null {
  const [, token] = /^Bearer ([\w-]{20,200})$/i.exec(headers.authorization ?? '') ?? [];
  return token ?? null;
}
