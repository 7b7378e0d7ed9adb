import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Browsers, gateways and proxies ask again when they have the answer. */
const maxUnanswered = 5;

/**
 * Hangs up on a connection that asks for much before it has read any of it. One packet holds hundreds of requests, and
 * Node makes all their answers at once, which then wait in memory.
 */
export function limitPipelines(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, change: number) => {
    const count = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, count);
    return count;
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    if (add(socket, 1) > maxUnanswered) {
      // The rest of the packet comes here, too.
      reply.hijack();
      socket.destroy();
      return;
    }
    reply.raw.once('close', () => add(socket, -1));
    done();
  });
}
