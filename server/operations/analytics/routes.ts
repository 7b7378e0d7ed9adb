import { forAdmins } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import type { Runtime } from '#server/runtime.ts';
import { analyticsQuery, analyticsReply } from '#shared/api/analytics.ts';
import { computeAnalytics } from './service.ts';

export async function analyticsRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.get(
    '/api/analytics',
    {
      ...forAdmins(runtime, 'see analytics'),
      schema: { querystring: analyticsQuery, response: replies(analyticsReply) },
    },
    async (request) => computeAnalytics(runtime, request.query),
  );
}
