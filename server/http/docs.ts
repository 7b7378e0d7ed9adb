import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { version } from '#server/outside/version.ts';
import { productName } from '#shared/limits.ts';

const describeSchemas = createJsonSchemaTransform({ skipList: [] });

/** Describes only routes registered after this. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${productName} API`, version },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
    transform: (document) => {
      const { schema, url } = describeSchemas(document);
      const isGuarded = document.route.preParsing !== undefined;
      const [, , area = ''] = url.split('/');
      return { schema: { tags: [area], ...schema, ...(!isGuarded && { security: [] }) }, url };
    },
  });
  const sendJson = sendOnceWritten('application/json; charset=utf-8', () =>
    JSON.stringify(app.swagger()),
  );
  const sendYaml = sendOnceWritten('application/x-yaml', () => app.swagger({ yaml: true }));
  const onRequest = ({ routeOptions }: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (routeOptions.url === '/api/docs/json') sendJson(reply);
    else if (routeOptions.url === '/api/docs/yaml') sendYaml(reply);
    else done();
  };
  const uiConfig = { deepLinking: false };
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig, uiHooks: { onRequest } });
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) => sendJson(reply));
}

/** Half a megabyte that anyone may ask for: it is written once, and all answers share its bytes. */
function sendOnceWritten(type: string, write: () => string) {
  let bytes: Buffer | null = null;
  return (reply: FastifyReply): FastifyReply => {
    bytes ??= Buffer.from(write());
    return reply.type(type).send(bytes);
  };
}
