import type { FastifyInstance } from 'fastify';

/** Models are asked with pictures inside, in base64. */
const bodyLimit = 20 * 1024 * 1024;

/**
 * Bodies arrive as the text that was on the wire: each stand-in answers a broken body in its own vendor's words. The
 * product's own parsers are put aside for this plugin only.
 */
export function readBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit },
    async (_: unknown, body: string) => body,
  );
}

export function readText(body: unknown): string {
  return typeof body === 'string' ? body : '';
}
