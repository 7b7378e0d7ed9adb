import type { FastifyPluginAsync } from 'fastify';
import { createApi } from './api.ts';
import { createEvents } from './events.ts';
import { createFiles } from './files.ts';
import { createLinks } from './links.ts';
import type { PhoneContext } from './phone-context.ts';

export function createPhone(phone: PhoneContext): FastifyPluginAsync {
  return async (app) => {
    await app.register(createFiles(phone));
    await app.register(createLinks(phone));
    await app.register(createApi(phone), { prefix: '/api' });
    await app.register(createEvents(phone), { prefix: '/api' });
  };
}
