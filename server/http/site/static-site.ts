import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseFailure } from '#server/db/database-failure.ts';
import { AppError } from '#server/errors.ts';
import type { BrandingReply } from '#shared/api/branding.ts';
import { answerNotFound } from '../error-replies.ts';
import { chooseEncoding, createPageCompressor } from './compress-page.ts';
import { builtSite } from './dashboard-build.ts';

export type SiteMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/** What names the site, by whose it is. */
type BrandedFiles = {
  page: (branding: BrandingReply) => string;
  manifest: (branding: BrandingReply) => object;
};

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built yet</title>
<p>The dashboard is not built yet. Run <code>npm run build</code>, then restart.</p></html>`;
/** A site of an expert is branded by its row. */
const withoutDatabase = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5">
<meta name="viewport" content="width=device-width"><title>Back soon</title>
<p>The database is slow or not there. This page tries again by itself.</p></html>`;

/** One page for every path outside the API, branded for the first paint. */
export async function serveSite(
  app: FastifyInstance,
  {
    brandingFor,
    readFiles,
    root = builtSite,
  }: {
    brandingFor: (request: FastifyRequest) => Promise<BrandingReply>;
    readFiles: (root: string) => BrandedFiles;
    root?: string;
  },
): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) {
    app.get('/*', async (_request, reply) => reply.code(503).type('text/html').send(notBuilt));
    return;
  }
  // Compresses only routes registered after it.
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // What the build has not compressed: the usual 11 takes twenty times as long.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(fastifyStatic, {
    root,
    serve: false,
    cacheControl: false,
    preCompressed: true,
  });
  const files = filesIn(root);
  const branded = readFiles(root);
  const firstScripts = readFirstScripts(root);
  const compressPage = createPageCompressor();
  const sendPage = async ({ headers }: FastifyRequest, reply: FastifyReply, page: string) => {
    reply.type('text/html').header('vary', 'accept-encoding');
    const encoding = chooseEncoding(headers['accept-encoding']);
    if (!encoding) return reply.send(page);
    return reply.header('content-encoding', encoding).send(await compressPage(page, encoding));
  };
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = request.params['*'];
    if (path.startsWith('assets/')) {
      // Named by a hash of their content.
      if (!files.has(path)) return answerNotFound(request, reply);
      return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(path);
    }
    reply.header('cache-control', 'no-cache');
    if (path === 'manifest.webmanifest') {
      return reply
        .type('application/manifest+json')
        .send(JSON.stringify(branded.manifest(await brandingFor(request))));
    }
    if (path !== 'index.html' && files.has(path)) return reply.sendFile(path);
    const [, links] = firstScripts.find(([start]) => request.url.startsWith(start)) ?? [];
    if (links) reply.header('link', links);
    const branding = await brandingFor(request).catch(noneWithoutDatabase);
    if (branding) return sendPage(request, reply, branded.page(branding));
    return reply.code(503).header('retry-after', 5).type('text/html').send(withoutDatabase);
  });
}

function noneWithoutDatabase(error: unknown): null {
  if (isDatabaseFailure(error) || error instanceof AppError) return null;
  throw error;
}

/** Vite serves the pages in development. */
export async function serveThrough(app: FastifyInstance, middleware: SiteMiddleware) {
  app.get('/*', (request, reply) => {
    reply.hijack();
    middleware(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404;
      reply.raw.end();
    });
  });
}

/** For browsers to preload. */
function readFirstScripts(root: string): [start: string, links: string][] {
  const path = join(root, 'first-scripts.json');
  return existsSync(path) ? Object.entries(JSON.parse(readFileSync(path, 'utf8'))) : [];
}

function filesIn(root: string): Set<string> {
  const entries = readdirSync(root, { withFileTypes: true, recursive: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  );
}
