import type { z } from 'zod';
import type { errorReply } from '#shared/api/common.ts';

/** What the page must ask for before it repeats the call: a code, the password, or the set-up of a second factor. */
type Need = z.infer<typeof errorReply>['need'];

/** An expected failure. People see the message, so it says what to do. */
export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;
  /** Seconds; sent as Retry-After. */
  readonly retryAfter: number | undefined;
  readonly need: Need;
  /** The current state, which an outdated edit would have overwritten. */
  readonly current: object | undefined;

  constructor(
    status: number,
    message: string,
    {
      retryAfter,
      need,
      current,
    }: { retryAfter?: number | undefined; need?: Need; current?: object | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    this.need = need;
    this.current = current;
  }
}

export const badRequest = (message: string) => new AppError(400, message);
export const unauthorized = (message = 'Please log in to access this page.') =>
  new AppError(401, message);
export const forbidden = (message = 'You need admin access to do this.') =>
  new AppError(403, message);
/** The page asks for the password and repeats the call. */
export const passwordNeeded = (message: string) => new AppError(403, message, { need: 'password' });
export const notFound = (what: string) => new AppError(404, `${what} not found`);
export const conflict = (message: string) => new AppError(409, message);
/** @param current the state that the edit would have overwritten. */
export const outdated = (message: string, current: object) =>
  new AppError(409, message, { current });
export const tooLarge = (message: string) => new AppError(413, message);
export const unsupportedType = (message: string) => new AppError(415, message);
export const unprocessable = (message: string) => new AppError(422, message);
const tooManyRequests = (message: string, retryAfter: number) =>
  new AppError(429, message, { retryAfter });
/** @param what went wrong, as a sentence. @param hint says what else helps, as a sentence. */
export function tryLater(what: string, waitMs: number, hint = ''): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const words = `${what} Please try again in ${describeWait(seconds)}. ${hint}`.trimEnd();
  return tooManyRequests(words, seconds);
}
export const badGateway = (message: string, retryAfter?: number) =>
  new AppError(502, message, { retryAfter });
export const unavailable = (message: string, retryAfter: number) =>
  new AppError(503, message, { retryAfter });

function describeWait(seconds: number): string {
  if (seconds <= 90) return `${seconds} seconds`;
  if (seconds <= 90 * 60) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}
