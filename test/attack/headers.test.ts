import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { fillPath } from './operations.ts';
import { routeTable } from './route-table.ts';
import { aToken, makeScene, type Scene } from './scene.ts';

let test: TestApp;
let scene: Scene;
/** As people reach it, over https. */
let app: FastifyInstance;
beforeAll(async () => {
  test = await startTestApp();
  scene = await makeScene(test);
  const { runtime } = test;
  const config = { ...runtime.config, publicUrl: 'https://chat.example.com' };
  app = await createApp({ ...runtime, config });
});
afterAll(async () => {
  await app.close();
  await test.close();
});

type Answer = { statusCode: number; headers: Record<string, unknown> };

const uncached = 'private, no-store';
const forever = 'public, max-age=31536000, immutable';

function expectEverywhere({ headers }: Answer, caching = uncached): void {
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': caching });
  const telling = /^(server|x-powered-by|set-cookie|access-control-.*|x-ratelimit-.*)$/;
  expect(Object.keys(headers).filter((name) => telling.test(name))).toEqual([]);
}

function expectOfDashboard(answer: Answer, caching?: string): void {
  expectEverywhere(answer, caching);
  const { headers } = answer;
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  const policy = `${headers['content-security-policy']}`.split(';');
  for (const rule of [
    "default-src 'self'",
    "script-src 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
  ]) {
    expect(policy).toContain(rule);
  }
}

describe('every route of the API has the headers of the dashboard', () => {
  it.each(Object.entries(routeTable))('%s', async (call, row) => {
    const [method, path] = call.split(' ') as ['GET', string];
    const send = async (token: string | null, whose: keyof Scene['things']) => {
      const { ids = {}, body } = row;
      const named = Object.fromEntries(
        Object.entries(ids).map(([name, kind]) => [name, scene.things[whose][kind]]),
      );
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      const payload = body?.(named);
      return app.inject({
        method,
        url: fillPath(path, named),
        headers,
        ...(payload && { payload }),
      });
    };
    expectOfDashboard(await send(null, 'unknown'));
    if (path === '/api/events') return;
    const caller = row.for === 'admins' ? scene.people.admin : scene.people.user;
    const good = await send(await aToken(test, caller), 'user');
    expectOfDashboard(good, path.startsWith('/api/images/') ? forever : uncached);
    expectOfDashboard(await send(await aToken(test, caller), 'unknown'));
  });

  it('GET /api/events, let in', async () => {
    const hangup = new AbortController();
    const { publicUrl } = test.runtime.config;
    const reply = await fetch(`${publicUrl}/api/events`, {
      headers: { authorization: `Bearer ${await aToken(test, scene.people.user)}` },
      signal: hangup.signal,
    });
    expectEverywhere({ statusCode: reply.status, headers: Object.fromEntries(reply.headers) });
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    hangup.abort();
  });
});

it.each([
  ['GET', '/api'],
  ['GET', '/api/unknown'],
  ['DELETE', '/api/threads'],
  ['GET', '/api/openapi.json'],
  ['GET', '/api/docs/'],
] as const)('%s %s has them as well', async (method, url) => {
  expectOfDashboard(await app.inject({ method, url }));
});

it.each([
  ['GET', '/health/live', 200],
  ['GET', '/health/ready', 200],
  ['GET', '/metrics', 403],
  ['GET', '/api/branding/host', 404],
  ['GET', '/%', 400],
  ['GET', '/sandbox', 404],
  ['POST', '/api/webhooks/whatsapp', 403],
  ['GET', '/api/webhooks/whatsapp', 403],
  ['POST', '/api/webhooks/apple/message', 401],
  ['POST', '/api/webhooks/experts/unknown', 404],
  ['POST', '/api/webhooks/stripe', 400],
] as const)('%s %s is neither cached nor sniffed', async (method, url, status) => {
  const answer = await app.inject({ method, url });
  expect(answer.statusCode).toBe(status);
  expectEverywhere(answer);
});
