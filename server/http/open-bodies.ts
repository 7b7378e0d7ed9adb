import type { FastifyReply, FastifyRequest } from 'fastify';
import { findSignedInUser } from '#server/auth/guard.ts';
import { type AppError, tryLater, unavailable } from '#server/errors.ts';

/** Of strangers' bodies that are not complete: what they announce, or have brought. Meta's longest batch has 3 MB. */
const maxBytes = { ofNetwork: 8 * 1024 * 1024, inAll: 32 * 1024 * 1024 };
/** What reading a piece costs, which may be a single byte. Honest pieces have 1,448 or more. */
const pieceBytes = 1024;
const maxTurnBytes = 16 * 1024;
const retryAfterSeconds = 10;

export type OpenBody = {
  request: FastifyRequest;
  reply: FastifyReply;
  network: string;
  announced: number;
  read: number;
};

/** The bodies that are not complete, and what they hold. */
export class OpenBodies {
  /** Oldest first. */
  readonly #open = new Set<OpenBody>();
  readonly #byNetwork = new Map<string, number>();
  #inAll = 0;

  add(body: OpenBody): void {
    this.#open.add(body);
    this.#hold(body.network, sizeOf(body));
    this.#makeRoom(body.network);
  }

  count(body: OpenBody, length: number): void {
    if (!this.#open.has(body)) return;
    const before = sizeOf(body);
    body.read += length + pieceBytes;
    this.#hold(body.network, sizeOf(body) - before);
    this.#makeRoom(body.network);
    if (length > maxTurnBytes) this.#takeTurn(body);
  }

  delete(body: OpenBody): void {
    if (this.#open.delete(body)) this.#hold(body.network, -sizeOf(body));
  }

  end(body: OpenBody, error: AppError): void {
    this.delete(body);
    // Once its route has found who sends it, it is a stranger's no more.
    if (!findSignedInUser(body.request)) refuse(body, error);
  }

  #hold(network: string, bytes: number): void {
    this.#inAll += bytes;
    const sum = this.#ofNetwork(network) + bytes;
    if (sum > 0) this.#byNetwork.set(network, sum);
    else this.#byNetwork.delete(network);
  }

  #ofNetwork(network: string): number {
    return this.#byNetwork.get(network) ?? 0;
  }

  #makeRoom(network: string): void {
    for (const body of this.#open) {
      if (this.#ofNetwork(network) <= maxBytes.ofNetwork) break;
      if (body.network !== network) continue;
      this.end(body, tryLater('Too many requests.', retryAfterSeconds * 1_000));
    }
    for (const body of this.#open) {
      if (this.#inAll <= maxBytes.inAll) break;
      this.end(body, unavailable('Too many requests at once. Send it again.', retryAfterSeconds));
    }
  }

  /** One connection would bring megabytes before the next is asked. */
  #takeTurn(body: OpenBody): void {
    const { raw } = body.request;
    if (!this.#open.has(body) || findSignedInUser(body.request)) return;
    raw.pause();
    setImmediate(() => {
      if (this.#open.has(body)) raw.resume();
    });
  }
}

/** One body alone may announce more than its network's limit. */
function sizeOf({ announced, read }: OpenBody): number {
  return Math.max(Math.min(announced, maxBytes.ofNetwork), read);
}

/** Fastify answers a body that fails. */
function refuse({ request: { raw }, reply }: OpenBody, error: AppError): void {
  if (reply.sent) {
    // It is only read to find the next request.
    raw.destroy();
    return;
  }
  raw.pause();
  const fail = () => raw.emit('error', error);
  fail();
  // For a route that has not begun to read it.
  raw.on('resume', fail);
}
