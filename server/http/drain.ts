import type { FastifyInstance } from 'fastify';

/** For open requests. */
const closeLimitMs = 2_500;

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

/** A client that keeps its connection open must not delay the end. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  // A connection whose request has arrived but is not read yet looks idle and would be cut. Between two immediates,
  // everything that has arrived is read.
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
  const cut = setTimeout(() => app.server.closeAllConnections(), closeLimitMs);
  await app.close();
  clearTimeout(cut);
}
