import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { listFiles, sendFile } from '../page-files.ts';
import { pictureFiles } from './pictures.ts';

const fonts: Record<string, string> = {
  'figtree.woff2': '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  'fraunces.woff2': '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2',
};

const paymentsLink = '<a href="/sandbox/stripe">Payments</a>';

export function createFiles({ hasPayments }: { hasPayments: boolean }): FastifyPluginAsync {
  const pages = listFiles(new URL('page/', import.meta.url));
  const faces = listFiles(new URL('../faces/', import.meta.url));

  const page = (name: string) => (_: unknown, reply: FastifyReply) =>
    sendFile(reply, pages.get(name), hasPayments ? undefined : paymentsLink);

  return async (app) => {
    app.get('/', page('index.html'));
    app.get('/phone', page('index.html'));
    app.get('/outbox', page('outbox.html'));
    app.get<{ Params: { file: string } }>('/page/:file', (request, reply) =>
      sendFile(reply, pages.get(request.params.file)),
    );
    app.get<{ Params: { file: string } }>('/faces/:file', (request, reply) =>
      sendFile(reply, faces.get(request.params.file)),
    );
    app.get<{ Params: { file: string } }>('/pictures/:file', (request, reply) =>
      sendFile(reply, pictureFiles.get(request.params.file)),
    );
    app.get<{ Params: { file: string } }>('/fonts/:file', (request, reply) =>
      sendFile(reply, findFont(request.params.file)),
    );
  };
}

/** Fonts are development dependencies. */
function findFont(name: string): string | undefined {
  const file = fonts[name];
  if (!file) return undefined;
  try {
    return fileURLToPath(import.meta.resolve(file));
  } catch {
    return undefined;
  }
}
