import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import Fastify from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp, createWorkerApp } from '#server/app.ts';
import { printAddresses } from '#server/commands/start/print-addresses.ts';
import { transact } from '#server/db/transact.ts';
import { dayMs } from '#shared/time.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { followEvents } from '#test/events.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { limitByAccount, limitByAddress, limitRequests } from './rate-limits.ts';

const packageVersion = JSON.parse(readFileSync('package.json', 'utf8')).version;

let test: TestApp;
let call: ReturnType<typeof callAs>;
beforeAll(async () => {
  test = await startTestApp();
  call = callAs(test, null);
});
afterAll(() => test.close());

describe('health and metrics', () => {
  const checks = { database: true, storing: true, leasing: true, queue: true };

  it('is live and ready', async () => {
    const live = await call('GET', '/health/live');
    expect([live.status, live.body]).toEqual([200, { status: 'ok', version: packageVersion }]);
    const { status, body } = await call('GET', '/health/ready');
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ok', checks });
  });

  it("shows one version, package.json's, wherever a person or a program looks", async () => {
    const { text } = await call('GET', '/metrics');
    const node = process.versions.node;
    expect(text).toContain(`sagewire_build_info{version="${packageVersion}",node="${node}"} 1`);
    const { body: openApi } = await call('GET', '/api/openapi.json');
    expect(openApi.info.version).toBe(packageVersion);
    const { call: admin } = await signIn(test, asAdmin);
    expect((await admin('GET', '/api/setup')).body.version).toBe(packageVersion);
    const write = vi.spyOn(process.stdout, 'write').mockReturnValueOnce(true);
    printAddresses(test.runtime.config);
    expect(write.mock.calls.join()).toContain(`Sagewire ${packageVersion} is ready.`);
    write.mockRestore();
  });

  it('is not ready without its queue', async () => {
    vi.spyOn(test.runtime.queue, 'isReady').mockReturnValueOnce(false);
    const { status, body } = await call('GET', '/health/ready');
    expect([status, body.checks]).toEqual([503, { ...checks, queue: false }]);
  });

  it('shows metrics to this machine, but not through a proxy', async () => {
    await call('GET', '/api/auth/user');
    const { status, text } = await call('GET', '/metrics');
    expect(status).toBe(200);
    expect(text).toMatch(/http_request_duration_seconds_count\{.*route="\/api\/auth\/user"/);
    expect(text).toContain('sagewire_webhooks_received_total');
    const added = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'];
    const byOthers = ['x-real-ip', 'forwarded', 'via', 'cf-connecting-ip', 'cf-ray', 'x-client-ip'];
    for (const name of [...added, ...byOthers, 'true-client-ip', 'x-original-forwarded-for']) {
      const headers = { [name]: '203.0.113.9' };
      const proxied = await test.app.inject({ url: '/metrics', headers });
      expect([name, proxied.statusCode]).toEqual([name, 403]);
    }
    const remote = await test.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' });
    expect(remote.statusCode).toBe(403);
  });

  it('shows metrics only with the token if one is set', async () => {
    const config = { ...test.runtime.config, metricsToken: 'let-me-in' };
    const app = await createApp({ ...test.runtime, config });
    const read = (authorization: string) =>
      app.inject({ url: '/metrics', headers: { authorization }, remoteAddress: '203.0.113.9' });
    expect((await read('Bearer let-me-in')).statusCode).toBe(200);
    expect((await read('Bearer wrong')).statusCode).toBe(403);
    expect((await app.inject({ url: '/metrics' })).statusCode).toBe(403);
    await app.close();
  });
});

it('a worker alone serves its health and metrics, and nothing else', async () => {
  const worker = await createWorkerApp(test.runtime);
  const statusOf = async (url: string) => (await worker.inject(url)).statusCode;
  expect(await statusOf('/health/ready')).toBe(200);
  expect((await worker.inject('/metrics')).body).toContain('sagewire_provider_down');
  for (const url of ['/', '/api/pricing', '/sandbox']) expect(await statusOf(url)).toBe(404);
  await worker.close();
});

describe('errors', () => {
  it.each([
    ['GET', '/api/nothing', undefined, undefined, 404, 'There is nothing at this address.'],
    ['DELETE', '/api/threads', undefined, undefined, 404, 'There is nothing at this address.'],
    ['GET', '/api/%ff', undefined, undefined, 400, "This request can't be understood."],
    [
      'POST',
      '/api/auth/login',
      '{"a"',
      'application/json',
      400,
      'The request body is not valid JSON',
    ],
    [
      'POST',
      '/api/auth/login',
      undefined,
      undefined,
      400,
      'The request body must be a JSON object',
    ],
    [
      'POST',
      '/api/auth/login',
      'a=b',
      'application/x-www-form-urlencoded',
      415,
      'This content type is not supported. Send JSON.',
    ],
    [
      'POST',
      '/api/auth/login',
      `"${'x'.repeat(102_400)}"`,
      'application/json',
      413,
      'This is too large to be accepted.',
    ],
  ] as const)('%s %s with %.20s as %s', async (method, url, payload, type, status, message) => {
    const headers = type ? { 'content-type': type } : {};
    const reply = await test.app.inject({ method, url, payload, headers });
    expect([reply.statusCode, reply.json()]).toEqual([status, { message }]);
  });

  it('hide internals from the caller, and log them without values', async () => {
    const lines: string[] = [];
    const sink = new Writable({ write: (line, _, next) => next(void lines.push(`${line}`)) });
    const app = await createApp({ ...test.runtime, log: pino({}, sink) });
    const cause = Object.assign(new Error('index broken'), { code: 'XX002', detail: 'a-value' });
    const failure = new DrizzleQueryError('insert into users', ['a-value'], cause);
    vi.spyOn(test.runtime.db, 'transaction').mockRejectedValueOnce(failure);
    const payload = { email: 'a@example.com', password: 'Secret-123', phoneNumber: aPhone() };
    const reply = await app.inject({ method: 'POST', url: '/api/auth/register', payload });
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({ message: 'Something went wrong. Please try again.' });
    const failed = lines
      .map((line) => JSON.parse(line))
      .find(({ msg }) => msg === 'request failed');
    expect(failed.err).toMatchObject({ message: 'index broken', query: 'insert into users' });
    expect(failed.err.stack).toMatch(/^at /);
    for (const value of ['a-value', 'Secret-123', 'a@example.com', payload.phoneNumber]) {
      expect(lines.join('')).not.toContain(value);
    }
    await app.close();
  });

  it('include a 404 for the sandbox when nothing is sandboxed', async () => {
    const app = await createApp(test.runtime);
    for (const url of ['/sandbox', '/sandbox/phone']) {
      expect((await app.inject(url)).statusCode).toBe(404);
    }
    await app.close();
  });
});

describe('headers', () => {
  it('let a browser run and frame nothing foreign', async () => {
    for (const url of ['/api/auth/user', '/login']) {
      const { headers } = await call('GET', url);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('upgrade-insecure-requests');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  it('keep every answer of the API out of caches', async () => {
    const { token } = await signIn(test, asAdmin);
    const asked = routesOf(test).filter((route) => route.startsWith('GET '));
    for (const route of [...asked, 'GET /api/nothing', 'GET /api/openapi.json']) {
      if (route === 'GET /api/events') continue;
      const url = route.slice(4).replace(/\{\w+\}/g, '01a1fc91-9743-7ba3-b724-476a9e21bd15');
      const headers = { authorization: `Bearer ${token}` };
      const reply = await test.app.inject({ url, headers });
      expect([url, reply.headers['cache-control']]).toEqual([url, 'private, no-store']);
    }
    const events = await followEvents(test, token);
    expect(events.headers.get('cache-control')).toBe('private, no-store');
    expect(events.headers.get('x-content-type-options')).toBe('nosniff');
    events.stop();
  });

  it.each([
    '/',
    '/assets/none.js',
    '/api/nothing',
    '/api/%ff',
    '/api/docs',
    '/api/images/none.webp',
    '/api/webhooks/experts/none',
    '/health/ready',
    '/metrics',
    '/sandbox',
    '/sandbox/none',
    '/sandbox/openai/v1/models',
  ])('tell browsers not to guess what %s is', async (url) => {
    const { headers } = await test.app.inject({ url });
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('are set even on the answer to a request that is not HTTP', async () => {
    const socket = connect(test.runtime.config.port, '127.0.0.1');
    socket.end('hello\r\n\r\n');
    const answer = Buffer.concat(await Array.fromAsync(socket)).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('x-content-type-options: nosniff');
  });

  it('enforce https on sites that use it', async () => {
    const config = { ...test.runtime.config, publicUrl: 'https://chat.example.com' };
    const app = await createApp({ ...test.runtime, config });
    const { headers } = await app.inject({ url: '/api/auth/user' });
    expect(headers['strict-transport-security']).toContain('max-age=');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    await app.close();
  });

  it('are left off webhooks', async () => {
    const { headers } = await call('POST', '/api/webhooks/experts/nobody', {});
    expect(headers['content-security-policy']).toBeUndefined();
  });
});

describe('limits', () => {
  it('bound the time to receive a request', () => {
    const { requestTimeout, headersTimeout } = test.app.server;
    expect([requestTimeout, headersTimeout]).toEqual([120_000, 60_000]);
  });

  it('refuse a flood and say how long to wait', async () => {
    const app = Fastify();
    await limitRequests(app, test.runtime.peers);
    app.get('/', async () => 'ok');
    app.get('/search', { config: limitByAccount('search') }, async () => 'ok');
    const flood = Array.from({ length: 3_000 }, () => app.inject('/'));
    expect((await Promise.all(flood)).every(({ statusCode }) => statusCode === 200)).toBe(true);
    const { headers } = await app.inject('/');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const stricter = (await app.inject('/search')).json();
    expect(stricter.message, 'a limit of an account comes besides').toMatch(/^Too many requests/);
    expect((await app.inject({ url: '/', remoteAddress: '203.0.113.9' })).statusCode).toBe(200);
    await app.close();
  });

  it("count no request that another site's page makes a browser send", async () => {
    const app = Fastify();
    await limitRequests(app, test.runtime.peers);
    app.post('/login', { config: limitByAddress('login') }, async () => 'ok');
    const post = (site: string) =>
      app.inject({
        ...{ method: 'POST', url: '/login', remoteAddress: '203.0.113.77' },
        headers: { 'sec-fetch-site': site, 'content-type': 'text/plain' },
        payload: 'x',
      });
    const foreign = await Promise.all(Array.from({ length: 320 }, () => post('cross-site')));
    expect(new Set(foreign.map(({ statusCode }) => statusCode))).toEqual(new Set([403]));
    expect((await post('same-origin')).statusCode).toBe(200);
    await app.close();
  });

  it('let the logins of one network wait for each other, however many come at once, and no one else for them', async () => {
    const app = Fastify();
    await limitRequests(app, test.runtime.peers);
    const running: { ip: string; end: () => void }[] = [];
    app.post('/login', { config: limitByAddress('login') }, ({ ip }) => {
      return new Promise<string>((resolve) => running.push({ ip, end: () => resolve('ok') }));
    });
    const post = (remoteAddress: string) =>
      app.inject({ method: 'POST', url: '/login', remoteAddress });
    const countRunning = (ip: string) => running.filter((one) => one.ip.startsWith(ip)).length;
    const ofOne = Array.from({ length: 100 }, () => post('203.0.113.9'));
    const ofMany = Array.from({ length: 100 }, (_, n) => post(`2001:db8::${n}00:0:0:0:1`));
    await vi.waitFor(() => expect([countRunning('203.'), countRunning('2001:')]).toEqual([4, 16]));
    const another = post('203.0.113.10');
    await vi.waitFor(() => expect(countRunning('203.0.113.10')).toBe(1));
    const ending = setInterval(() => {
      for (const { end } of running.splice(0)) end();
    }, 1);
    const answers = await Promise.all([...ofOne, ...ofMany, another]);
    clearInterval(ending);
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    await app.close();
  });

  it('count requests that cost a text per account, from any address', async () => {
    const expert = await anExpert(test);
    const { token } = await signIn(test);
    const connect = (last: number) =>
      test.app.inject({
        method: 'POST',
        url: `/api/experts/${expert.id}/connect`,
        headers: { authorization: `Bearer ${token}` },
        remoteAddress: `203.0.113.${last}`,
      });
    for (let n = 0; n < 60; n++) expect((await connect(n)).statusCode).toBe(200);
    const refused = await connect(99);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().message).toMatch(
      /^Too many requests\. Please try again in \d+ seconds\.$/,
    );
    expect(refused.headers['retry-after']).toBeDefined();
  });
});

describe('documentation', () => {
  it('lists every route of the API', async () => {
    const { status, body } = await call('GET', '/api/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    const listed = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed).toEqual(expect.arrayContaining(routesOf(test)));
    expect(routesOf(test).length).toBeGreaterThan(15);
    expect(listed.filter((route) => /docs|\*/.test(route))).toEqual([]);
  });

  it('is readable in a browser under the content policy', async () => {
    const { status, text } = await call('GET', '/api/docs');
    expect(status).toBe(200);
    expect(text).not.toMatch(/<script(?![^>]*src=)/);
    const files = [...text.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(
      ([, file]) => file,
    );
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect((await call('GET', file as string)).status).toBe(200);
  });
});

it('closes at once even if a browser holds a spare connection', async () => {
  const other = await startTestApp();
  const spare = connect(other.runtime.config.port, '127.0.0.1');
  await once(spare, 'connect');
  const spareEnds = once(spare, 'close');
  await other.close();
  await spareEnds;
});

describe('events', () => {
  it('report their own threads to people, all threads to admins, and nothing without a token', async () => {
    const expert = await anExpert(test);
    const { user, thread } = await aConnectedUser(test, expert);
    const mine = await followEvents(test, await tokenOf(user.id));
    const admins = await followEvents(test, (await signIn(test, asAdmin)).token);
    const threadId = '01a1fc91-9743-7ba3-b724-476a9e21bd15';
    test.runtime.changes.publish({ type: 'thread', threadId, userId: null });
    test.runtime.changes.publish({ type: 'thread', threadId: thread.id, userId: user.id });
    expect(await admins.next()).toEqual({ type: 'thread', threadId, isNumber: true });
    expect(await admins.next()).toEqual({ type: 'thread', threadId: thread.id });
    expect(await mine.next()).toEqual({ type: 'thread', threadId: thread.id });
    expect(mine.headers.get('content-security-policy')).toContain("default-src 'self'");
    mine.stop();
    admins.stop();
    expect((await fetch(`${test.runtime.config.publicUrl}/api/events`)).status).toBe(401);
  });

  it('report an account change to its person, and to admins whose it is', async () => {
    const { user, token } = await signIn(test);
    const mine = await followEvents(test, token);
    const admins = await followEvents(test, (await signIn(test, asAdmin)).token);
    const expert = await anExpert(test);
    const { call } = await signIn(test, asAdmin);
    await call('PUT', `/api/experts/${expert.id}`, { tagline: 'Sums' });
    expect(await admins.next(), 'people hear nothing of an edit').toEqual({
      type: 'expert',
      expertId: expert.id,
    });
    test.runtime.changes.publish({ type: 'account', userId: user.id });
    const threadId = '01a1fc91-9743-7ba3-b724-476a9e21bd15';
    test.runtime.changes.publish({ type: 'thread', threadId, userId: null });
    expect(await mine.next()).toEqual({ type: 'account' });
    expect(await admins.next()).toEqual({ type: 'person', personId: user.id });
    expect(await admins.next()).toEqual({ type: 'thread', threadId, isNumber: true });
    mine.stop();
    admins.stop();
  });

  it('end with the first heartbeat after the token expired', async () => {
    const { token } = await signIn(test);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = await followEvents(test, token);
    await vi.advanceTimersByTimeAsync(25_000);
    await test.advance(30 * dayMs);
    let isOver = false;
    const ended = stream.next().finally(() => {
      isOver = true;
    });
    // A heartbeat is left out while the one before still asks the database.
    while (!isOver) {
      await vi.advanceTimersByTimeAsync(25_000);
      await setImmediate();
    }
    vi.useRealTimers();
    expect(await ended).toBeNull();
  });

  it('write nothing to a stalled page once its stream has ended', async () => {
    const { token, call: here, user } = await signIn(test);
    const opened = once(test.app.server, 'request') as Promise<[unknown, ServerResponse]>;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const page = connect(test.runtime.config.port, '127.0.0.1');
    page.write(`GET /api/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
    const [, response] = await opened;
    await once(page, 'data');
    page.pause();
    const errors: unknown[] = [];
    response.on('error', (error) => errors.push(error));
    const publish = () => test.runtime.changes.publish({ type: 'account', userId: user.id });
    // Fills the system's own buffers, too.
    while (!response.writableNeedDrain) {
      while (!response.writableNeedDrain) publish();
      await setImmediate();
    }
    await here('POST', '/api/auth/logout');
    await vi.advanceTimersByTimeAsync(25_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(response.writableEnded || response.destroyed).toBe(true));
    for (let left = 3; left > 0; left--) {
      publish();
      await setImmediate();
    }
    expect(errors).toEqual([]);
    expect(response.destroyed).toBe(true);
    page.destroy();
  });

  it('keep five streams per account, and tell the oldest to come back later', async () => {
    const { token, user } = await signIn(test);
    const beside = await followEvents(test, (await signIn(test)).token);
    const oldest = await followEvents(test, token);
    const others = [];
    for (let left = 5; left > 0; left--) others.push(await followEvents(test, token));
    expect(await oldest.next()).toBeNull();
    expect(oldest.unread()).toContain('retry: 300000');
    test.runtime.changes.publish({ type: 'account', userId: user.id });
    for (const page of others) {
      expect(await page.next()).toEqual({ type: 'account' });
      page.stop();
    }
    beside.stop();
  });

  it('ask the database for three of them at a time whether their sessions go on, however many were opened together', async () => {
    const heartbeats: (() => void)[] = [];
    const timers = vi.spyOn(globalThis, 'setInterval').mockImplementation((work, ms) => {
      if (ms === 25_000) heartbeats.push(work as () => void);
      return setTimeout(() => {}, 0) as unknown as NodeJS.Timeout;
    });
    const [one, other] = [await signIn(test), await signIn(test)];
    const pages = [];
    for (const { token } of [one, one, one, one, other, other, other, other]) {
      pages.push(await followEvents(test, token));
    }
    timers.mockRestore();
    // After the checks of the openings.
    await one.call('GET', '/api/auth/user');
    expect(heartbeats).toHaveLength(8);
    const select = vi.spyOn(test.runtime.db, 'select');
    for (const beat of heartbeats) beat();
    expect(select).toHaveBeenCalledTimes(3);
    await vi.waitFor(() => expect(select.mock.calls.length).toBeGreaterThanOrEqual(8));
    select.mockRestore();
    for (const page of pages) page.stop();
  });

  it('keep five streams per account after the clock was set back', async () => {
    const { token } = await signIn(test);
    let now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now--);
    const pages = [];
    for (let left = 6; left > 0; left--) pages.push(await followEvents(test, token));
    clock.mockRestore();
    pages.push(await followEvents(test, token));
    // The sixth counted as the oldest, and then the fifth.
    for (const page of [pages[5], pages[4]]) expect(await page?.next()).toBeNull();
    for (const page of pages) page.stop();
  });

  it('open no stream for a page that has already gone', async () => {
    const { token, call: here } = await signIn(test);
    const subscribe = vi.spyOn(test.runtime.changes, 'subscribe');
    const opened = once(test.app.server, 'request') as Promise<[unknown, ServerResponse]>;
    const page = connect(test.runtime.config.port, '127.0.0.1');
    await transact(test.runtime.db, async (tx) => {
      // Until then the server can't look the token up.
      await tx.execute(sql`lock table tokens in access exclusive mode`);
      page.write(`GET /api/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
      const [, response] = await opened;
      page.destroy();
      await once(response, 'close');
    });
    await here('GET', '/api/auth/user');
    expect(subscribe).not.toHaveBeenCalled();
    subscribe.mockRestore();
  });

  it('end with the server, at once', async () => {
    const other = await startTestApp();
    const { token } = await signIn(other);
    const stream = await followEvents(other, token);
    const started = Date.now();
    await other.close();
    expect(Date.now() - started).toBeLessThan(3_000);
    expect(await stream.next()).toBeNull();
  });
});

function routesOf({ app }: TestApp): string[] {
  const found: string[] = [];
  const path: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', name = '', methods = ''] =
      /^([\s│]*)[├└]── (\S*) \((.*)\)$/.exec(line) ?? /^([\s│]*)[├└]── (\S*)()$/.exec(line) ?? [];
    path.length = indent.length / 4;
    path.push(name);
    const url = path.join('').replace(/:(\w+)/g, '{$1}');
    if (!url.startsWith('/api/') || /docs|openapi|webhooks|\*/.test(url)) continue;
    for (const method of methods.split(', ')) {
      if (method && method !== 'HEAD') found.push(`${method} ${url}`);
    }
  }
  return found;
}

async function tokenOf(userId: string): Promise<string> {
  const { createToken } = await import('#server/access/tokens-store.ts');
  return createToken(test.runtime.db, userId, test.runtime.clock.now());
}
