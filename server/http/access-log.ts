import type { FastifyInstance } from 'fastify';
import { httpDuration } from './metrics.ts';

export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, ip } = request;
    const route = routeOptions.url ?? 'unknown';
    const status = reply.statusCode;
    httpDuration.observe({ method, route, status }, reply.elapsedTime / 1000);
    if (route.startsWith('/api/docs/static')) return;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route, status, ms, ip }, 'request');
  });
}
