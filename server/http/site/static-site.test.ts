import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseSlow } from '#server/db/database-failure.ts';
import { readBrandedFiles } from '#server/experts/branding/site-files.ts';
import { defaultBranding } from '#shared/branding.ts';
import { answerErrors } from '../error-replies.ts';
import { serveSite, serveThrough } from './static-site.ts';

const root = mkdtempSync(join(tmpdir(), 'sagewire-site-'));
const page = '<!doctype html><html><!-- brand -->\n<!-- /brand --><body>Dashboard</body></html>';
const brandingFor = async () => defaultBranding;
let app: FastifyInstance;
beforeAll(async () => {
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), page);
  writeFileSync(join(root, 'manifest.webmanifest'), '{"name":"Dashboard"}');
  writeFileSync(join(root, 'robots.txt'), 'User-agent: *');
  writeFileSync(join(root, 'assets/main-abc123.js'), `/* ${'x'.repeat(5_000)} */`);
  writeFileSync(join(root, 'assets/libraries-def456.js'), 'plain()');
  writeFileSync(join(root, 'assets/libraries-def456.js.br'), brotliCompressSync('ahead()'));
  writeFileSync(join(root, 'assets/libraries-def456.js.gz'), gzipSync('ahead too()'));
  const firstScripts = {
    '/user/experts': '</assets/experts.js>; rel=modulepreload',
    '/': '</assets/main.js>; rel=modulepreload',
  };
  writeFileSync(join(root, 'first-scripts.json'), JSON.stringify(firstScripts));
  writeFileSync(join(root, '..', 'sagewire-outside.txt'), 'not ours to give');
  app = await serve((site) => serveSite(site, { readFiles: readBrandedFiles, brandingFor, root }));
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
  rmSync(join(root, '..', 'sagewire-outside.txt'));
});

async function serve(register: (app: FastifyInstance) => Promise<void>) {
  const instance = Fastify();
  answerErrors(instance);
  await instance.register(register);
  return instance;
}

it.each(['/', '/login', '/threads/1', '/user/experts?x=1'])('shows the page at %s', async (url) => {
  const { statusCode, body, headers } = await app.inject(url);
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>Sagewire</title>');
  expect(body).toContain('<body>Dashboard</body>');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toContain('text/html');
});

it('says so in a page that tries again, while the brand can not be read', async () => {
  const fail = () => Promise.reject(new DatabaseSlow('no answer'));
  const site = await serve((instance) =>
    serveSite(instance, { readFiles: readBrandedFiles, brandingFor: fail, root }),
  );
  const reply = await site.inject('/login');
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5']);
  expect(reply.headers['content-type']).toContain('text/html');
  expect(reply.body).toContain('This page tries again by itself.');
  expect((await site.inject('/assets/main-abc123.js')).statusCode).toBe(200);
  await site.close();
});

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['deflate', undefined],
])('compresses the page for a client that reads %s', async (accepted, encoding) => {
  const reply = await app.inject({ url: '/login', headers: { 'accept-encoding': accepted } });
  expect(reply.headers['content-encoding']).toBe(encoding);
  expect(reply.headers.vary).toContain('accept-encoding');
  const read = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
  const body = read ? read(reply.rawPayload) : reply.rawPayload;
  expect(body.toString()).toContain('<body>Dashboard</body>');
});

it('compresses a page once, because strangers ask for it as fast as they like', async () => {
  const sent: unknown[] = [];
  const site = await serve(async (instance) => {
    instance.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload));
    await serveSite(instance, { readFiles: readBrandedFiles, brandingFor, root });
  });
  const headers = { 'accept-encoding': 'br' };
  for (const url of ['/login', '/user/experts']) await site.inject({ url, headers });
  expect(Buffer.isBuffer(sent[0])).toBe(true);
  expect(sent[1]).toBe(sent[0]);
  await site.close();
});

it('lets browsers cache hashed files permanently, and compresses them', async () => {
  const headers = { 'accept-encoding': 'gzip, br' };
  const reply = await app.inject({ url: '/assets/main-abc123.js', headers });
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(reply.headers['content-encoding']).toBe('br');
  expect(reply.rawPayload.length).toBeLessThan(500);
});

it('sends the files that the build compressed', async () => {
  const headers = { 'accept-encoding': 'gzip, br' };
  const reply = await app.inject({ url: '/assets/libraries-def456.js', headers });
  expect(reply.headers['content-encoding']).toBe('br');
  expect(reply.headers['content-type']).toContain('javascript');
  expect(brotliDecompressSync(reply.rawPayload).toString()).toBe('ahead()');
  const zipped = await app.inject({
    url: '/assets/libraries-def456.js',
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.rawPayload).toString()).toBe('ahead too()');
  const plain = await app.inject('/assets/libraries-def456.js');
  expect(plain.body).toBe('plain()');
});

it.each([
  ['/user/experts?x=1', '</assets/experts.js>; rel=modulepreload'],
  ['/user/conversations', '</assets/main.js>; rel=modulepreload'],
])('lists the first scripts of %s', async (url, link) => {
  expect((await app.inject(url)).headers.link).toBe(link);
});

it('shows no page in place of a missing file', async () => {
  expect((await app.inject('/assets/old-000.js')).statusCode).toBe(404);
  expect((await app.inject('/robots.txt')).body).toBe('User-agent: *');
});

it.each(['/../sagewire-outside.txt', '/%2e%2e/sagewire-outside.txt', '/assets/..%2f..%2fx'])(
  'serves nothing outside its folder for %s',
  async (url) => {
    expect((await app.inject(url)).body).not.toContain('not ours');
  },
);

it('explains what to do when nothing is built', async () => {
  const empty = await serve((site) =>
    serveSite(site, { readFiles: readBrandedFiles, brandingFor, root: join(root, 'nowhere') }),
  );
  const { statusCode, body } = await empty.inject('/login');
  expect(statusCode).toBe(503);
  expect(body).toContain('npm run build');
});

it('passes pages to the development server', async () => {
  const developing = await serve((site) =>
    serveThrough(site, (request, response, next) => {
      if (request.url === '/gone') return next();
      response.end(`vite: ${request.url}`);
    }),
  );
  expect((await developing.inject('/login?x=1')).body).toBe('vite: /login?x=1');
  expect((await developing.inject('/gone')).statusCode).toBe(404);
});
