import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Keeps personal data out of caches; routes with one answer for everyone override it. */
export const onEveryAnswer = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
};

/** On the raw response: also for streams and errors without a route. */
export function setAnswerHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, { raw }) => {
    for (const [name, value] of Object.entries(onEveryAnswer)) raw.setHeader(name, value);
  });
}

/**
 * Of a request with an unknown `Expect`, which Node would answer before any hook counts it, and then read the next in its
 * packet.
 */
export function refuseExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', ({ socket }) => hangUp(socket, '417 Expectation Failed'));
}

/** Fastify has no reply to what is not HTTP. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else hangUp(socket, statusOf(error));
}

function hangUp(socket: Socket, status: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ message: "This request can't be understood." });
  const headers = {
    ...onEveryAnswer,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  // An end alone would leave the other half open to a client that goes on sending.
  socket.destroySoon();
}

function statusOf({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
}
