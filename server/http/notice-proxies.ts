import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { describeUntrusted } from '#server/outside/proxies.ts';
import type { Runtime } from '#server/runtime.ts';
import { findForwardingHeader } from './from-here.ts';

/** Notices who forwards requests without being in TRUST_PROXY. The first is logged. */
export function noticeProxies(
  { proxies, config, clock, log }: Runtime,
  app: FastifyInstance,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const header = findUnbelievedHeader(request, config);
    if (header) {
      const isFirst = proxies.untrusted === null;
      const address = request.socket.remoteAddress ?? '';
      proxies.untrusted = { address, header, at: clock.now() };
      if (isFirst) log.warn(describeUntrusted(proxies.untrusted));
    }
    done();
  });
}

function findUnbelievedHeader(request: FastifyRequest, { trustProxy }: Config): string | null {
  if (!trustProxy) return findForwardingHeader(request);
  // Where the peer is not believed, it is the only address that Fastify lists.
  const isBelieved = (request.ips?.length ?? 1) > 1;
  const header = 'x-forwarded-for';
  return !isBelieved && header in request.headers ? header : null;
}
