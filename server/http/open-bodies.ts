import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, tryLater, unavailable } from '#server/errors.ts';

/** Of what bodies that are not complete have brought. Meta's longest batch has 3 MB. */
const maxBytes = { ofHolder: 8 * 1024 * 1024, inAll: 32 * 1024 * 1024 };
/** What a request costs that has brought nothing yet. What it announces costs nothing: a stranger may announce much. */
const openBytes = 8 * 1024;
/** What reading a piece costs, which may be a single byte. Honest pieces have 1,448 or more. */
const pieceBytes = 1024;
const maxTurnBytes = 16 * 1024;
const retryAfterSeconds = 10;

export type OpenBody = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** A network, or an account. */
  holder: string;
  read: number;
};

/** The bodies that are not complete, and what they hold. */
export class OpenBodies {
  /** Whose bodies are let be. */
  readonly #isSpared: (request: FastifyRequest) => boolean;
  /** Oldest first. */
  readonly #open = new Set<OpenBody>();
  readonly #byHolder = new Map<string, number>();
  #inAll = 0;

  constructor(isSpared: (request: FastifyRequest) => boolean = () => false) {
    this.#isSpared = isSpared;
  }

  add(body: OpenBody): void {
    this.#open.add(body);
    this.#hold(body.holder, sizeOf(body));
    this.#makeRoom(body.holder);
  }

  count(body: OpenBody, length: number): void {
    if (!this.#open.has(body)) return;
    const before = sizeOf(body);
    body.read += length + pieceBytes;
    this.#hold(body.holder, sizeOf(body) - before);
    this.#makeRoom(body.holder);
    if (length > maxTurnBytes) this.#takeTurn(body);
  }

  delete(body: OpenBody): void {
    if (this.#open.delete(body)) this.#hold(body.holder, -sizeOf(body));
  }

  end(body: OpenBody, error: AppError): void {
    this.delete(body);
    if (!this.#isSpared(body.request)) refuse(body, error);
  }

  #hold(holder: string, bytes: number): void {
    this.#inAll += bytes;
    const sum = this.#ofHolder(holder) + bytes;
    if (sum > 0) this.#byHolder.set(holder, sum);
    else this.#byHolder.delete(holder);
  }

  #ofHolder(holder: string): number {
    return this.#byHolder.get(holder) ?? 0;
  }

  #makeRoom(holder: string): void {
    for (const body of this.#open) {
      if (this.#ofHolder(holder) <= maxBytes.ofHolder) break;
      if (body.holder !== holder) continue;
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
    if (!this.#open.has(body) || this.#isSpared(body.request)) return;
    raw.pause();
    setImmediate(() => {
      if (this.#open.has(body)) raw.resume();
    });
  }
}

function sizeOf({ read }: OpenBody): number {
  return openBytes + read;
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
