import { notFound } from '#server/errors.ts';
import { type Api, replies } from '#server/http/api.ts';
import { findForwardingHeader } from '#server/http/from-here.ts';
import type { Runtime } from '#server/runtime.ts';
import { hostQuery, hostReply } from '#shared/api/branding.ts';
import { isOwnHost } from './service.ts';

/**
 * A proxy asks before it gets a certificate (Caddy's `ask`). Outside the dashboard's limits: strangers who point their
 * domains here make it ask, and would use up its address's. What a proxy passes on is another's question.
 */
export async function hostRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.get(
    '/api/branding/host',
    {
      config: { rateLimit: false },
      // What is no domain is not ours, either.
      attachValidation: true,
      schema: {
        summary: 'Tells a proxy by 200 or 404 whether a domain is ours and may get a certificate',
        querystring: hostQuery,
        response: replies(hostReply),
      },
    },
    async (request, reply) => {
      const isOwn =
        !request.validationError &&
        findForwardingHeader(request) === null &&
        (await isOwnHost(runtime, request.query.domain));
      if (!isOwn) throw notFound('host');
      return reply.header('cache-control', 'no-store').send({ isOwn: true });
    },
  );
}
