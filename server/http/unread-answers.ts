import type { FastifyInstance, FastifyReply } from 'fastify';
import { findSignedInUser } from '#server/access/guard.ts';
import { toNetwork } from '#server/outside/network.ts';

/** Of answers that no client has read yet. A page of messages has half a megabyte. */
const maxBytes = { ofHolder: 8 * 1024 * 1024, inAll: 64 * 1024 * 1024 };
/** `limitPipelines` bounds how many smaller ones wait. */
const minBytes = 16 * 1024;
/** A stream is read as it leaves, but holds a file and buffers. */
const streamBytes = 128 * 1024;

type Unread = {
  /** A network, or an account. */
  holder: string;
  bytes: number;
  reply: FastifyReply;
};

/**
 * Limits what waits in memory for clients that ask and never read. The oldest gives way: an honest client has read its
 * answer in a moment, so many that are only left lying keep none of them out.
 */
export function limitUnreadAnswers(app: FastifyInstance): void {
  const pool = new UnreadAnswers();
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = Math.min(sizeOf(payload), maxBytes.ofHolder);
    if (bytes >= minBytes) {
      const holder = findSignedInUser(request)?.id ?? toNetwork(request.ip);
      const unread = { holder, bytes, reply };
      pool.add(unread);
      reply.raw.once('close', () => pool.delete(unread));
    }
    done();
  });
}

function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  if (Buffer.isBuffer(payload)) return payload.length;
  return payload ? streamBytes : 0;
}

class UnreadAnswers {
  /** Oldest first. */
  readonly #waiting = new Set<Unread>();
  readonly #byHolder = new Map<string, number>();
  #inAll = 0;

  add(unread: Unread): void {
    this.#waiting.add(unread);
    this.#hold(unread.holder, unread.bytes);
    this.#makeRoom(unread.holder);
  }

  delete(unread: Unread): void {
    if (this.#waiting.delete(unread)) this.#hold(unread.holder, -unread.bytes);
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
    for (const unread of this.#waiting) {
      if (this.#ofHolder(holder) <= maxBytes.ofHolder) break;
      if (unread.holder === holder) this.#hangUp(unread);
    }
    for (const unread of this.#waiting) {
      if (this.#inAll <= maxBytes.inAll) break;
      this.#hangUp(unread);
    }
  }

  #hangUp(unread: Unread): void {
    this.delete(unread);
    unread.reply.raw.destroy();
  }
}
