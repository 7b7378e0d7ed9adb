import type { FastifyInstance } from 'fastify';

/**
 * Before a process ends it goes on serving for a while, says that it is not ready, and asks clients to connect anew: by then
 * the load balancer sends them elsewhere.
 */
export type Drain = { isOn: boolean };

export function createDrain(): Drain {
  return { isOn: false };
}

export function closeConnectionsDuring(drain: Drain, app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (drain.isOn) reply.header('connection', 'close');
  });
}
