import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { forbidden } from '#server/errors.ts';
import { registry } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { isSameSecret } from './same-secret.ts';

export async function healthRoutes(app: FastifyInstance, runtime: Runtime): Promise<void> {
  app.get('/health/live', async () => ({ status: 'ok' }));

  app.get('/health/ready', async (_request, reply) => {
    const checks = {
      database: await answersQueries(runtime.db),
      queue: runtime.queue.isReady(),
    };
    const isReady = checks.database && checks.queue && !runtime.drain.isOn;
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', checks });
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, runtime.config.metricsToken)) {
      throw forbidden('Metrics need the METRICS_TOKEN as a bearer token.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const forwardingHeader =
  /^(x-forwarded(-.*)?|forwarded|via|x-real-ip|cf-.*|cdn-loop|(true|x)-client-ip|x-cluster-client-ip|fastly-.*|fly-.*|x-(envoy|amzn|amz-cf|azure|appengine|original|vercel|nf|arr)-.*)$/;

function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token) {
    return isSameSecret(headers.authorization ?? '', `Bearer ${token}`);
  }
  // A local proxy makes every request look local, but adds a header.
  const isProxied = Object.keys(headers).some((name) => forwardingHeader.test(name));
  return !isProxied && isLoopback(socket.remoteAddress ?? '');
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

async function answersQueries(db: Database): Promise<boolean> {
  return db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
}
