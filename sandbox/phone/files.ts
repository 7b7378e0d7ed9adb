import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Only our own files may run or be shown; pictures of experts may be data. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const fonts: Record<string, string> = {
  'figtree.woff2': '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  'fraunces.woff2': '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2',
};

/** The page as it lies in the folder: no build step, nothing inline. */
export function createFiles(): FastifyPluginAsync {
  const pages = listFiles('page/');
  const faces = listFiles('../faces/');

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

/** Files are served by their listed names only, so that no path leads out of the folder. */
function listFiles(folder: string): Map<string, string> {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  const names = readdirSync(path).filter((name) => extname(name) in types);
  return new Map(names.map((name) => [name, path + name]));
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

async function sendFile(reply: FastifyReply, path: string | undefined): Promise<FastifyReply> {
  const content = path && (await readFile(path).catch(() => undefined));
  if (!path || !content) return reply.code(404).send({ message: 'No such file' });
  const type = extname(path);
  const isLasting = type === '.woff2' || type === '.svg';
  return reply
    .headers({
      'cache-control': isLasting ? 'public, max-age=86400' : 'no-cache',
      'content-security-policy': contentPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .type(types[type] ?? 'application/octet-stream')
    .send(content);
}
