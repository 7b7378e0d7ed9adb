import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { forbidden } from '#server/errors.ts';
import { registry } from '#server/outside/metrics.ts';
import { isLoopbackHost } from '#server/outside/network.ts';
import { version } from '#server/outside/version.ts';
import type { Runtime } from '#server/runtime.ts';
import { isFromHere } from './from-here.ts';
import { createReadiness } from './readiness.ts';
import { isSameSecret } from './same-secret.ts';

export async function healthRoutes(app: FastifyInstance, runtime: Runtime): Promise<void> {
  const checkReadiness = createReadiness(runtime);
  app.get('/health/live', async () => ({ status: 'ok', version }));

  app.get('/health/ready', async (_request, reply) => {
    const checks = await checkReadiness();
    const isReady = Object.values(checks).every(Boolean) && !runtime.drain.isOn;
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', checks });
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, runtime.config)) {
      throw forbidden('Metrics need the METRICS_TOKEN as a bearer token.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Where others reach the product, a neighbor of this machine may be anyone. */
function mayReadMetrics(request: FastifyRequest, { metricsToken, publicUrl }: Config): boolean {
  if (metricsToken) {
    return isSameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`);
  }
  return isLoopbackHost(new URL(publicUrl).hostname) && isFromHere(request);
}
