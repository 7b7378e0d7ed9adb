import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forwardingHeader } from '#shared/forwarding-headers.ts';

/** Without a password, only this machine may see the pages. */
export type PageGuard = { password: string | undefined };

/** The product's own pages show them without a login. */
const openFiles = '/faces/:file';

/** Only routes registered later. */
export function guardPages(app: FastifyInstance, { password }: PageGuard): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.endsWith(openFiles)) return;
    if (password === undefined) {
      if (isFromHere(request)) return;
      return reply.code(403).send({
        message: 'The sandbox is open on its own machine only. To open it, set SANDBOX_PASSWORD.',
      });
    }
    if (isSame(readPassword(request), password)) return;
    return reply
      .code(401)
      .header('www-authenticate', 'Basic realm="Sagewire sandbox", charset="UTF-8"')
      .send({ message: 'Enter SANDBOX_PASSWORD, with any user name.' });
  });
}

/** A tunnel or proxy on this machine passes on the public host name, or adds a header. */
function isFromHere({ socket, headers, hostname }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isLocal = address === '::1' || address.startsWith('127.');
  const isNamedLocally = /^(localhost|\[?::1\]?|127(\.\d{1,3}){3})$/.test(hostname);
  return (
    isLocal && isNamedLocally && !Object.keys(headers).some((name) => forwardingHeader.test(name))
  );
}

function readPassword({ headers }: FastifyRequest): string {
  const [, encoded = ''] = /^Basic (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const decoded = Buffer.from(encoded, 'base64').toString();
  return decoded.slice(decoded.indexOf(':') + 1);
}

function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
