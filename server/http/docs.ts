import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { version } from '#server/version.ts';
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
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { deepLinking: false } });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
