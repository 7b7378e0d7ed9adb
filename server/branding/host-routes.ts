import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFound } from '#server/errors.ts';
import { findForwardingHeader } from '#server/http/from-here.ts';
import type { Runtime } from '#server/runtime.ts';
import { isOwnHost } from './service.ts';

const query = z.object({ domain: z.string().max(253) });

/**
 * A proxy asks before it gets a certificate (Caddy's `ask`). Outside the dashboard's limits: strangers who point their
 * domains here make it ask, and would use up its address's. What a proxy passes on is another's question.
 */
export async function hostRoutes(app: FastifyInstance, runtime: Runtime): Promise<void> {
  app.get('/api/branding/host', async (request, reply) => {
    const asked = query.safeParse(request.query);
    const isOwn =
      asked.success &&
      findForwardingHeader(request) === null &&
      (await isOwnHost(runtime, asked.data.domain));
    if (!isOwn) throw notFound('host');
    return reply.header('cache-control', 'no-store').send({ isOwn });
  });
}
