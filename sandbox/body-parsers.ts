import type { FastifyInstance } from 'fastify';

/** Model calls contain pictures in base64. */
const bodyLimit = 20 * 1024 * 1024;

/** Stand-ins parse for themselves: vendors answer broken bodies differently. */
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

/** What is wrong with a request before its route sees it, such as a body that is too long or breaks off; null for a failure of ours. */
export function findRefusal(error: unknown): number | null {
  const status = Number((error as { statusCode?: unknown } | null)?.statusCode);
  return status >= 400 && status < 500 ? status : null;
}
