import type { FastifyRequest } from 'fastify';
import { forbidden, unauthorized } from '#server/errors.ts';
import { loggableError } from '#server/loggable-error.ts';
import type { Runtime } from '#server/runtime.ts';
import type { UserRow } from '#server/users/store.ts';
import { findUserByToken } from './store.ts';

const signedIn = new WeakMap<FastifyRequest, UserRow>();

/** For a route's options: only people with a valid token pass. Runs before the request is validated. */
export function forUsers(runtime: Runtime) {
  return {
    async preValidation(request: FastifyRequest): Promise<void> {
      await requireUser(runtime, request);
    },
  };
}

/** For a route's options: only admins pass; `what` is what the others read they may not do. */
export function forAdmins(runtime: Runtime, what: string) {
  return {
    async preValidation(request: FastifyRequest): Promise<void> {
      const { role } = await requireUser(runtime, request);
      if (role !== 'ADMIN') throw forbidden(`You need admin access to ${what}.`);
    },
  };
}

/** Who asks, in a route that `forUsers` or `forAdmins` guards. */
export function currentUser(request: FastifyRequest): UserRow {
  const user = signedIn.get(request);
  if (!user) throw new Error(`${request.url} reads the current user without a guard`);
  return user;
}

export function signedInUser(request: FastifyRequest): UserRow | null {
  return signedIn.get(request) ?? null;
}

/** Whether the token of a request that stays open is still good; a database that can't answer is no proof against it. */
export async function isStillSignedIn(
  { db, clock, log }: Runtime,
  request: FastifyRequest,
): Promise<boolean> {
  try {
    return (await findUserByToken(db, tokenOf(request) ?? '', clock.now())) !== null;
  } catch (error) {
    log.warn({ err: loggableError(error) }, 'token not checked again');
    return true;
  }
}

/** @throws {AppError} 401 without a token, or with one that is unknown, expired or revoked. */
async function requireUser({ db, clock }: Runtime, request: FastifyRequest): Promise<UserRow> {
  const token = tokenOf(request);
  const user = token === null ? null : await findUserByToken(db, token, clock.now());
  if (!user) throw unauthorized();
  signedIn.set(request, user);
  return user;
}

export function tokenOf({ headers }: FastifyRequest): string | null {
  const [, token] = /^Bearer ([\w-]{20,200})$/i.exec(headers.authorization ?? '') ?? [];
  return token ?? null;
}
