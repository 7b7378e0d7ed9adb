import type { FastifyPluginAsync } from 'fastify';
import { listFiles, sendFile } from '../page-files.ts';
import { createPageApi, type PagesOptions } from './page-api.ts';

type ByFile = { Params: { file: string } };

export function createPages(options: PagesOptions): FastifyPluginAsync {
  const files = listFiles(new URL('page/', import.meta.url));

  return async (app) => {
    app.get('/', (_, reply) => sendFile(reply, files.get('overview.html')));
    app.get('/checkout/:id', (_, reply) => sendFile(reply, files.get('checkout.html')));
    app.get('/portal/:id', (_, reply) => sendFile(reply, files.get('portal.html')));
    app.get('/receipt/:id', (_, reply) => sendFile(reply, files.get('receipt.html')));
    app.get<ByFile>('/page/:file', ({ params }, reply) => sendFile(reply, files.get(params.file)));
    await app.register(createPageApi(options), { prefix: '/api' });
  };
}
