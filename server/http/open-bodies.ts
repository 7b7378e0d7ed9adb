import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, tryLater, unavailable } from '#server/errors.ts';
import { BytePool } from './byte-pool.ts';

/** Of what bodies that are not complete have brought. Meta's longest batch has 3 MB. */
const maxBytes = { ofHolder: 8 * 1024 * 1024, inAll: 32 * 1024 * 1024 };
/** What a request costs that has brought nothing yet. What it announces costs nothing: a stranger may announce much. */
const openBytes = 8 * 1024;
/** What reading a piece costs, which may be a single byte. Honest pieces have 1,448 or more. */
const pieceBytes = 1024;
const maxTurnBytes = 16 * 1024;
const retryAfterSeconds = 10;

const errors = {
  ofHolder: () => tryLater('Too many requests.', retryAfterSeconds * 1_000),
  inAll: () => unavailable('Too many requests at once. Send it again.', retryAfterSeconds),
};

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
  readonly #pool: BytePool<OpenBody>;

  constructor(isSpared: (request: FastifyRequest) => boolean = () => false) {
    this.#isSpared = isSpared;
    this.#pool = new BytePool(maxBytes, (body, because) => this.#refuse(body, errors[because]()));
  }

  add(body: OpenBody): void {
    this.#pool.set(body, openBytes + body.read);
  }

  count(body: OpenBody, length: number): void {
    if (!this.#pool.has(body)) return;
    body.read += length + pieceBytes;
    this.#pool.set(body, openBytes + body.read);
    if (length > maxTurnBytes) this.#takeTurn(body);
  }

  delete(body: OpenBody): void {
    this.#pool.delete(body);
  }

  end(body: OpenBody, error: AppError): void {
    this.delete(body);
    this.#refuse(body, error);
  }

  #refuse(body: OpenBody, error: AppError): void {
    if (!this.#isSpared(body.request)) refuse(body, error);
  }

  /** One connection would bring megabytes before the next is asked. */
  #takeTurn(body: OpenBody): void {
    const { raw } = body.request;
    if (!this.#pool.has(body) || this.#isSpared(body.request)) return;
    raw.pause();
    setImmediate(() => {
      if (this.#pool.has(body)) raw.resume();
    });
  }
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
