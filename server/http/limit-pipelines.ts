import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Browsers, gateways and proxies ask again when they have the answer. */
const maxUnanswered = 5;

/**
 * Hangs up on a connection that asks for much before it has read any of it. One packet holds hundreds of requests, and
 * Node makes all their answers at once, which then wait in memory. Counts what the server counts: no hook sees a path that
 * can't be decoded.
 */
export function limitPipelines(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, change: number) => {
    const count = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, count);
    return count;
  };
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (add(socket, 1) > maxUnanswered) socket.destroy();
    else response.once('close', () => add(socket, -1));
  });
  app.addHook('onRequest', (request, reply, done) => {
    // The rest of the packet comes here, too.
    if (request.raw.socket.destroyed) reply.hijack();
    else done();
  });
}
