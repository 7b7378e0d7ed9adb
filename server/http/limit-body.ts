import type { FastifyRequest } from 'fastify';
import { tooLarge } from '#server/errors.ts';

/**
 * Before the body is read. For a route whose requests tell what their limit is; others have Fastify's `bodyLimit`.
 * @throws {AppError} 413 for a body that says so itself.
 */
export function limitBody({ raw, headers }: FastifyRequest, maxBytes: number): void {
  const refuse = () => tooLarge('The request is too large.');
  if (Number(headers['content-length']) > maxBytes) throw refuse();
  if (headers['transfer-encoding'] === undefined) return;
  let bytes = 0;
  // A listener alone would begin to read.
  raw.pause();
  raw.on('data', function count(chunk: Buffer) {
    bytes += chunk.length;
    if (bytes <= maxBytes) return;
    raw.off('data', count);
    raw.emit('error', refuse());
  });
}
