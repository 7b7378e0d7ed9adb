import type { FastifyInstance } from 'fastify';

/** For open requests. */
const closeLimitMs = 2_500;

/** The process serves on, but reports not ready and closes connections, so the load balancer moves to others. */
export type Drain = { isOn: boolean };

export function createDrain(): Drain {
  return { isOn: false };
}

export function closeConnectionsDuring(drain: Drain, app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (drain.isOn) reply.header('connection', 'close');
  });
}

export async function closeApp(app: FastifyInstance): Promise<void> {
  // A connection with an unread request looks idle and would be cut. Between two immediates, all that has arrived is
  // read.
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
  const cut = setTimeout(() => app.server.closeAllConnections(), closeLimitMs);
  await app.close();
  clearTimeout(cut);
}
