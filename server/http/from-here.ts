import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '#server/outside/network.ts';
import { forwardingHeader } from '#shared/forwarding-headers.ts';

/** A proxy or tunnel on this machine makes every request look local, but adds a header or keeps the public host name. */
export function isFromHere(request: FastifyRequest): boolean {
  return (
    isLoopback(request.socket.remoteAddress ?? '') &&
    isLoopbackHost(request.hostname) &&
    findForwardingHeader(request) === null
  );
}

export function readVisit(request: FastifyRequest) {
  return { hostname: request.hostname, isFromHere: isFromHere(request) };
}

/** The header by which a proxy shows itself. */
export function findForwardingHeader({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return Object.keys(headers).find((name) => forwardingHeader.test(name)) ?? null;
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}
