import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsync } from 'fastify';
import { listFiles, sendFile } from '../page-files.ts';

const fonts: Record<string, string> = {
  'figtree.woff2': '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  'fraunces.woff2': '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2',
};

/** The page as it lies in the folder: no build step, nothing inline. */
export function createFiles(): FastifyPluginAsync {
  const pages = listFiles(new URL('page/', import.meta.url));
  const faces = listFiles(new URL('../faces/', import.meta.url));

  return async (app) => {
    app.get('/', (_, reply) => sendFile(reply, pages.get('index.html')));
    app.get('/phone', (_, reply) => sendFile(reply, pages.get('index.html')));
    app.get('/outbox', (_, reply) => sendFile(reply, pages.get('outbox.html')));
    app.get<{ Params: { file: string } }>('/page/:file', (request, reply) =>
      sendFile(reply, pages.get(request.params.file)),
    );
    app.get<{ Params: { file: string } }>('/faces/:file', (request, reply) =>
      sendFile(reply, faces.get(request.params.file)),
    );
    app.get<{ Params: { file: string } }>('/fonts/:file', (request, reply) =>
      sendFile(reply, findFont(request.params.file)),
    );
  };
}

/** The fonts are part of the dashboard's build; where they are not installed, the system's take their place. */
function findFont(name: string): string | undefined {
  const file = fonts[name];
  if (!file) return undefined;
  try {
    return fileURLToPath(import.meta.resolve(file));
  } catch {
    return undefined;
  }
}
