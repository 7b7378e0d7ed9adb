import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Otherwise a close waits a minute for browsers' spare connections. */
export function dropUnusedConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
}
