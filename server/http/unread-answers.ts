import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findSignedInUser } from '#server/access/guard.ts';
import { toNetwork } from '#server/outside/network.ts';
import { BytePool } from './byte-pool.ts';

/** Of answers that no client has read yet. A page of messages has half a megabyte. */
const maxBytes = { ofHolder: 8 * 1024 * 1024, inAll: 64 * 1024 * 1024 };
/** `limitPipelines` bounds how many smaller ones wait. */
const minBytes = 16 * 1024;
/** A stream is read as it leaves, but holds a file and buffers. */
const streamBytes = 128 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a stream of this route holds while its client does not read. */
    holdsBytes?: number;
  }
}

type Unread = {
  /** A network, or an account. */
  holder: string;
  reply: FastifyReply;
};

/**
 * Limits what waits in memory for clients that ask and never read. The oldest gives way: an honest client has read its
 * answer in a moment, so many that are only left lying keep none of them out.
 */
export function limitUnreadAnswers(app: FastifyInstance): void {
  const pool = new BytePool<Unread>(maxBytes, ({ reply }) => reply.raw.destroy());
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = Math.min(sizeOf(payload, request), maxBytes.ofHolder);
    if (bytes >= minBytes) {
      const holder = findSignedInUser(request)?.id ?? toNetwork(request.ip);
      const unread = { holder, reply };
      pool.set(unread, bytes);
      reply.raw.once('close', () => pool.delete(unread));
    }
    done();
  });
}

function sizeOf(payload: unknown, { routeOptions }: FastifyRequest): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  if (Buffer.isBuffer(payload)) return payload.length;
  return payload ? (routeOptions.config.holdsBytes ?? streamBytes) : 0;
}
