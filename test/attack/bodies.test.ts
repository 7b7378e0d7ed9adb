import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { mintToken } from '#sandbox/apple/token.ts';
import type { AppleProvider } from '#server/channels/apple-messages/token.ts';
import { channelFor } from '#server/channels/index.ts';
import { type ExpertRow, users } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { anExpert, aPhone, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

const lines: string[] = [];
let test: TestApp;
let expert: ExpertRow;
beforeAll(async () => {
  const log = new Writable({ write: (line, _, next) => next(void lines.push(`${line}`)) });
  test = await startTestApp({}, undefined, log);
  expert = await anExpert(test);
});
afterEach(() => vi.useRealTimers());
afterAll(() => test.close());

type Headers = Record<string, string | number>;

const read = (headers: Headers | (() => Headers)) =>
  typeof headers === 'function' ? headers() : headers;

/** Sends only the start of a body. */
function begin(path: string, headers: Headers, body = '', app = test, method = 'POST'): Socket {
  const socket = connect(app.runtime.config.port, '127.0.0.1');
  const all = { host: 'localhost', 'content-type': 'application/json', ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
  return socket;
}

/** Of the first answer. */
async function statusOf(socket: Socket): Promise<number> {
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return Number(/^HTTP\/1.1 (\d+)/.exec(`${answer}`)?.[1]);
}

/** Begun with a session that lasts until then. */
async function holdBody(
  [method, path]: [string, string],
  { token, type = 'application/json' }: { token: string; type?: string },
  [start, rest]: [string, string],
) {
  const arrived = once(test.app.server, 'request') as Promise<[IncomingMessage]>;
  const length = Buffer.byteLength(start + rest);
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const socket = begin(path, { ...headers, 'content-length': length }, start, test, method);
  const [request] = await arrived;
  await expect.poll(() => request.isPaused(), { interval: 5 }).toBe(false);
  return () => {
    const status = statusOf(socket);
    socket.write(rest);
    return status;
  };
}

describe('a body that is held back', () => {
  const profile: [string, string] = ['PUT', '/api/auth/profile'];
  const body: [string, string] = ['{"firstName":', '"Mallory"}'];
  const nameOf = async (id: string) => (await getUser(test.runtime.db, id)).firstName;

  it('changes nothing once its session has ended', async () => {
    const { user, token, call } = await signIn(test);
    const finish = await holdBody(profile, { token }, body);
    await test.advance(2_000);
    expect((await call('POST', '/api/auth/logout')).status).toBe(200);
    expect(await finish()).toBe(401);
    expect(await nameOf(user.id)).not.toBe('Mallory');
  });

  it('counts where the session goes on', async () => {
    const { user, token } = await signIn(test);
    const finish = await holdBody(profile, { token }, body);
    await test.advance(2_000);
    expect(await finish()).toBe(200);
    expect(await nameOf(user.id)).toBe('Mallory');
  });

  it('brings no picture once its session has ended', async () => {
    const { token, call } = await signIn(test, asAdmin);
    const path = `/api/experts/${expert.id}/upload-image`;
    const type = 'multipart/form-data; boundary=b';
    const disposition = 'content-disposition: form-data; name="image"; filename="a.svg"';
    const form: [string, string] = [`--b\r\n${disposition}\r\n\r\n<svg`, '/>\r\n--b--\r\n'];
    const finish = await holdBody(['POST', path], { token, type }, form);
    await test.advance(2_000);
    expect((await call('POST', '/api/auth/logout')).status).toBe(200);
    expect(await finish()).toBe(401);
  });

  it('has the role that its sender has by then', async () => {
    const { user, token } = await signIn(test, asAdmin);
    const path = `/api/experts/${expert.id}/archived`;
    const finish = await holdBody(['PUT', path], { token }, ['{"isArchived":', 'true}']);
    await test.advance(2_000);
    await test.runtime.db.update(users).set({ role: 'USER' }).where(eq(users.id, user.id));
    expect(await finish()).toBe(403);
  });
});

const twilio = () => `/api/webhooks/experts/${expert.id}`;

it('a client that hangs up is not a database that does not answer', async () => {
  lines.length = 0;
  const arrived = once(test.app.server, 'request') as Promise<[IncomingMessage]>;
  const headers = { 'x-twilio-signature': 'forged', 'content-length': 1_000 };
  const socket = begin(twilio(), headers, 'From=');
  const [request] = await arrived;
  await expect.poll(() => request.isPaused(), { interval: 5 }).toBe(false);
  const gone = new Promise((resolve) => request.once('close', resolve));
  socket.destroy();
  await gone;
  await nextTurn();
  expect(lines.join('')).not.toContain('database');
});

const whatsapp = '/api/webhooks/whatsapp';
const apple = '/api/webhooks/apple/message';
const stripe = '/api/webhooks/stripe';
const kB = 1024;
const bySms = { 'x-twilio-signature': 'forged' };
const byMeta = { 'x-hub-signature-256': 'sha256=forged' };
const byApple = { authorization: 'Bearer forged-forged-forged-forged' };
/** It says nothing of the body. */
const asApple = () => {
  const { settings } = channelFor(test.runtime.config, 'AMB') as { settings: AppleProvider };
  return { authorization: `Bearer ${mintToken(settings)}` };
};
const byStripe = { 'stripe-signature': 't=1,v1=forged' };

it.each([
  ['for an unknown expert', () => `/api/webhooks/experts/${randomUUID()}`, bySms, 200 * kB, 404],
  ["without Twilio's signature", twilio, {}, 200 * kB, 403],
  ["without Meta's signature", () => whatsapp, {}, 200 * kB, 403],
  ["without Apple's token", () => apple, {}, 200 * kB, 401],
  ["with another token than Apple's", () => apple, byApple, 200 * kB, 403],
  ["without Stripe's signature", () => stripe, {}, 200 * kB, 400],
  ['of more than Twilio sends', twilio, bySms, 257 * kB, 413],
  ['of more than Meta sends', () => whatsapp, byMeta, 3 * kB * kB + 1, 413],
  ['of more than Apple sends', () => apple, asApple, 257 * kB, 413],
  ['of more than Stripe sends', () => stripe, byStripe, 257 * kB, 413],
  ['of more than a login needs', () => '/api/auth/login', {}, 101 * kB, 413],
  ['without a token', () => '/api/experts', {}, 200 * kB, 401],
  ['with an unknown token', () => '/api/experts', byApple, 50 * kB, 401],
  ['to an unknown address', () => '/api/nothing', {}, 50 * kB, 404],
])('a request %s is refused before its body is there', async (_, path, headers, length, status) => {
  expect(await statusOf(begin(path(), { ...read(headers), 'content-length': length }, '{'))).toBe(
    status,
  );
});

it.each([
  ['Twilio', twilio, bySms],
  ['Apple', () => apple, asApple],
  ['Stripe', () => stripe, byStripe],
])('a body that does not say its length has the limit of %s', async (_, path, headers) => {
  const socket = begin(path(), { ...read(headers), 'transfer-encoding': 'chunked' });
  const piece = `10000\r\n${'x'.repeat(64 * kB)}\r\n`;
  for (let sent = 0; sent < 5; sent++) socket.write(piece);
  expect(await statusOf(socket)).toBe(413);
});

/** 40 posts to WhatsApp's address that announce 3 MB each, send a part and wait. */
async function beginMany(app: TestApp, headersOf: (n: number) => Headers = () => ({})) {
  const answers: number[] = [];
  const sockets = Array.from({ length: 40 }, (_, n) => {
    const headers = { ...byMeta, 'content-length': 3 * kB * kB, ...headersOf(n) };
    const socket = begin(whatsapp, headers, 'x'.repeat(1_200 * kB), app);
    socket.once('data', (answer) => answers.push(Number(`${answer}`.split(' ')[1])));
    // A reset may follow the answer.
    return socket.on('error', () => {});
  });
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { answers, end };
}

async function acceptsText(app: TestApp): Promise<boolean> {
  const to = app === test ? expert : await anExpert(app);
  const { status } = await createTexter(app, to).webhookFor(aPhone(), 'Hello').send();
  await app.runUntilIdle();
  return status === 200;
}

it.each([
  ['one address', () => ({})],
  ['one address that claims to be a proxy', (n: number) => ({ 'x-forwarded-for': `10.0.${n}.1` })],
])('bodies that %s has only begun give way to newer ones, and keep no text out', async (_, of) => {
  const { answers, end } = await beginMany(test, of);
  const count = () => answers.length;
  await expect.poll(count, { interval: 10, timeout: 20_000 }).toBeGreaterThanOrEqual(34);
  expect(new Set(answers)).toEqual(new Set([429]));
  expect(await acceptsText(test)).toBe(true);
  expect(answers.length).toBeLessThan(40);
  end();
});

describe('behind a proxy that is trusted', () => {
  let proxied: TestApp;
  beforeAll(async () => {
    proxied = await startTestApp({ TRUST_PROXY: 'loopback' });
  });
  afterAll(() => proxied.close());

  it('bodies of one IPv6 network give way like those of one address', async () => {
    const of = (n: number) => ({ 'x-forwarded-for': `2001:db8::${n.toString(16)}` });
    const { answers, end } = await beginMany(proxied, of);
    const count = () => answers.length;
    await expect.poll(count, { interval: 10, timeout: 20_000 }).toBeGreaterThanOrEqual(34);
    expect(new Set(answers)).toEqual(new Set([429]));
    end();
  });

  it('bodies of many networks have a limit in all, and keep no text out', async () => {
    const of = (n: number) => ({ 'x-forwarded-for': `2001:db8:0:${n.toString(16)}::1` });
    const { answers, end } = await beginMany(proxied, of);
    const count = () => answers.length;
    await expect.poll(count, { interval: 10, timeout: 20_000 }).toBeGreaterThanOrEqual(14);
    expect(new Set(answers)).toEqual(new Set([503]));
    expect(await acceptsText(proxied)).toBe(true);
    end();
  });
});

it('bodies that are only announced, from many networks, keep out none that arrives slowly', async () => {
  const proxied = await startTestApp({ TRUST_PROXY: 'loopback' });
  onTestFinished(() => proxied.close());
  const length = 500 * kB;
  const honest = begin(whatsapp, { ...byMeta, 'content-length': length }, 'x'.repeat(kB), proxied);
  honest.on('error', () => {});
  for (let n = 0; n < 400; n++) {
    const from = { 'x-forwarded-for': `2001:db8:1:${n.toString(16)}::1` };
    const socket = begin(
      whatsapp,
      { ...byMeta, ...from, 'content-length': 3 * kB * kB },
      '',
      proxied,
    );
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
  }
  honest.write('x'.repeat(length - kB));
  // Its signature is wrong, which only a whole body tells.
  expect(await statusOf(honest)).toBe(403);
});

describe('bodies of one account that are only begun', () => {
  const beginMany = (token: string) =>
    Array.from({ length: 90 }, () => {
      const headers = { authorization: `Bearer ${token}`, 'content-length': 100_000 };
      const socket = begin('/api/auth/profile', headers, 'x'.repeat(95_000), test, 'PUT');
      onTestFinished(() => void socket.destroy());
      let answer = '';
      socket.on('error', () => {});
      socket.on('data', (piece) => {
        answer += piece;
      });
      return () => /^HTTP\/1.1 (\d+)/.exec(answer)?.[1];
    });

  it('give way to newer ones, and keep no one out', async () => {
    const [mallory, mia] = [await signIn(test), await signIn(test)];
    const answers = beginMany(mallory.token);
    await expect
      .poll(() => answers.filter((read) => read() === '429').length, { timeout: 30_000 })
      .toBeGreaterThan(5);
    for (const { call } of [mallory, mia]) {
      expect((await call('PUT', '/api/auth/profile', { firstName: 'Mia' })).status).toBe(200);
    }
  });

  it('are let be where they are of the team, whose pictures come slowly', async () => {
    const { token, call } = await signIn(test, asAdmin);
    const answers = beginMany(token);
    expect((await call('PUT', '/api/auth/profile', { firstName: 'Ann' })).status).toBe(200);
    await nextTurn();
    expect(answers.map((read) => read()).filter(Boolean)).toEqual([]);
  });
});

it("a proxy's refused body is read to its end, so that the answer is not lost with the connection", async () => {
  const proxied = await startTestApp({ TRUST_PROXY: 'loopback' });
  onTestFinished(() => proxied.close());
  const length = 3 * 1024 * kB + 1;
  const headers = { ...byMeta, 'x-forwarded-for': '203.0.113.9', 'content-length': length };
  const socket = begin(whatsapp, headers, '{', proxied);
  onTestFinished(() => void socket.destroy());
  const answers = socket.setEncoding('utf8')[Symbol.asyncIterator]();
  const refusal: string = (await answers.next()).value;
  expect(refusal).toContain('HTTP/1.1 413');
  expect(refusal).not.toMatch(/connection: close/i);
  socket.write(' '.repeat(length - 1));
  socket.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect((await answers.next()).value).toContain('HTTP/1.1 200');
});

it("a stranger's refused body is not read: its connection ends", async () => {
  const socket = begin(whatsapp, { ...byMeta, 'content-length': 3 * 1024 * kB + 1 }, '{');
  onTestFinished(() => void socket.destroy());
  const [refusal] = await once(socket, 'data');
  expect(`${refusal}`).toMatch(/^HTTP\/1.1 413.*connection: close/is);
});

it('a body in pieces of one byte counts for what Node keeps of each', async () => {
  const socket = begin(whatsapp, { ...byMeta, 'transfer-encoding': 'chunked' });
  socket.on('error', () => {});
  socket.write('1\r\nx\r\n'.repeat(40_000));
  expect(await statusOf(socket)).toBe(429);
});

it.each([
  ['Twilio', twilio, bySms],
  ['Meta', () => whatsapp, byMeta],
  ['Stripe', () => stripe, byStripe],
  ['a login', () => '/api/auth/login', {}],
])('a byte a second is no body of %s', async (_, path, headers) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const arrived = once(test.app.server, 'request') as Promise<[IncomingMessage]>;
  const socket = begin(path(), { ...headers, 'content-length': 1_000 });
  const [request] = await arrived;
  while (request.isPaused()) await nextTurn();
  const status = statusOf(socket);
  for (let second = 0; second < 10; second++) {
    socket.write('{');
    vi.advanceTimersByTime(1_000);
  }
  expect(await status).toBe(408);
});

it('a client that is no HTTP client is hung up on, even if it goes on', async () => {
  const connected = once(test.app.server, 'connection') as Promise<[Socket]>;
  const socket = connect({
    port: test.runtime.config.port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  const [atServer] = await connected;
  socket.on('error', () => {});
  socket.write('hello\r\n\r\n');
  expect(await once(socket, 'data').then(String)).toContain('400 Bad Request');
  await expect.poll(() => atServer.destroyed, { interval: 10, timeout: 3_000 }).toBe(true);
  socket.destroy();
});
