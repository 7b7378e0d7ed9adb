import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

const self = ["'self'"];
const none = ["'none'"];

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
        // Radix adds style elements to the page.
        styleSrc: [...self, "'unsafe-inline'"],
        // `data:` and `blob:` show a picture before its upload.
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
    // Browsers honor these on secure origins only, and warn elsewhere.
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
  });
}
