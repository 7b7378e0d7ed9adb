import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyReply } from 'fastify';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Nothing inline, nothing external; experts' pictures may be data URLs. */
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

/** Only these names are served: no path leaves the folder. */
export function listFiles(folder: URL): Map<string, string> {
  const path = fileURLToPath(folder);
  const names = readdirSync(path).filter((name) => extname(name) in types);
  return new Map(names.map((name) => [name, path + name]));
}

/** `leftOut`: HTML to remove. */
export async function sendFile(
  reply: FastifyReply,
  path: string | undefined,
  leftOut?: string,
): Promise<FastifyReply> {
  const file = path && (await readFile(path).catch(() => undefined));
  const content = file && leftOut ? file.toString().replace(leftOut, '') : file;
  if (!path || !content) return reply.code(404).send({ message: 'No such file' });
  const type = extname(path);
  const isLasting = ['.woff2', '.svg', '.png'].includes(type);
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
