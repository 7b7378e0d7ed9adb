import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

const self = ["'self'"];
const none = ["'none'"];

/** What a browser may do with our pages. No script but our own files; nobody may frame them. */
export async function setSecurityHeaders(
  app: FastifyInstance,
  { publicUrl }: Config,
  { hasContentPolicy = true } = {},
): Promise<void> {
  const isHttps = publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: hasContentPolicy && {
      useDefaults: false,
      directives: {
        defaultSrc: self,
        scriptSrc: self,
        // Radix puts style elements into the page.
        styleSrc: [...self, "'unsafe-inline'"],
        // A picture that was chosen and not yet sent is a blob of the page's own.
        imgSrc: [...self, 'data:', 'blob:', 'https:'],
        connectSrc: self,
        fontSrc: self,
        formAction: self,
        objectSrc: none,
        baseUri: none,
        frameAncestors: none,
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Browsers honour these on secure origins alone, and complain of them on an expert's domain without TLS.
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
  });
}
