import { z } from 'zod';
import { currentUser, forAdmins } from '#server/access/guard.ts';
import { type Api, failures } from '#server/http/api.ts';
import type { Runtime } from '#server/runtime.ts';
import { riskReportQuery } from '#shared/api/safety.ts';
import { writeRiskReport } from './service.ts';

export async function safetyRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.get(
    '/api/safety/report',
    {
      ...forAdmins(runtime, 'see the safety report'),
      schema: {
        querystring: riskReportQuery,
        response: {
          200: {
            description: 'How often crises were seen, by month, rule and country of the number.',
            content: { 'text/csv': { schema: z.string() } },
          },
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { year } = request.query;
      const csv = await writeRiskReport(runtime, { year, actorId: currentUser(request).id });
      reply.type('text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="safety-${year}.csv"`);
      return reply.send(csv);
    },
  );
}
