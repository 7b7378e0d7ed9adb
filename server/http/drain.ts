import type { FastifyInstance } from 'fastify';

/**
 * Before a process ends, it serves on for a while but reports that it is not ready and closes client connections.
 * Meanwhile the load balancer moves on to other processes.
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
