import type { LookupFunction } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startVendorServer } from '#test/vendor-server.ts';
import { CallRefused } from './call-refused.ts';
import { createFetch } from './create-fetch.ts';

let wire: Awaited<ReturnType<typeof startVendorServer>>;
beforeAll(async () => {
  wire = await startVendorServer();
});
beforeEach(() => wire.react((_call, response) => response.end('hello')));
afterAll(() => wire.close());

const strict = { allowPrivateUrls: false, trustedUrls: [] };
const refusal = (code: CallRefused['code']) => ({
  cause: expect.toSatisfy((cause) => cause instanceof CallRefused && cause.code === code),
});
const portOf = (url: string) => new URL(url).port;

it.each([
  ['127.0.0.1'],
  ['0x7f.1'],
  ['2130706433'],
  ['[::1]'],
  ['[::ffff:127.0.0.1]'],
  ['localhost'],
])('does not connect to %s', async (host) => {
  const call = createFetch(strict);
  const url = `http://${host}:${portOf(wire.url)}/v1`;
  await expect(call(url)).rejects.toMatchObject(refusal('private_address'));
  expect(wire.calls).toEqual([]);
});

it('checks the address that a name has at the time of the call', async () => {
  const found = [['127.0.0.1'], ['93.184.215.14', '127.0.0.1']];
  const resolve: LookupFunction = (_hostname, _options, callback) => {
    const addresses = found.shift() ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  };
  const call = createFetch(strict, resolve);
  while (found.length > 0) {
    const called = call(`http://rebind.example:${portOf(wire.url)}/v1`);
    await expect(called).rejects.toMatchObject(refusal('private_address'));
  }
  expect(wire.calls).toEqual([]);
});

it('calls private addresses that the operator has named, and only those', async () => {
  const call = createFetch({ ...strict, trustedUrls: [`${wire.url}/v1`] });
  expect(await (await call(`${wire.url}/v1/models?limit=1`)).text()).toBe('hello');
  for (const path of ['', '/v1x', '/v1/../admin', '/v1/%2e%2e/admin', '/v2']) {
    await expect(call(wire.url + path), path).rejects.toMatchObject(refusal('private_address'));
  }
  expect(wire.calls.map(({ path }) => path)).toEqual(['/v1/models']);
});

it('calls every address where that is allowed', async () => {
  const call = createFetch({ ...strict, allowPrivateUrls: true });
  expect(await (await call(wire.url)).text()).toBe('hello');
});

it.each([undefined, 'follow', 'error'] as const)(
  'follows no redirect when asked to %s',
  async (redirect) => {
    wire.react((_call, response) => response.writeHead(307, { location: '/elsewhere' }).end());
    const call = createFetch({ ...strict, allowPrivateUrls: true });
    const called = call(wire.url, { method: 'POST', body: '{}', ...(redirect && { redirect }) });
    await expect(called).rejects.toMatchObject(refusal('redirect'));
    expect(wire.calls).toHaveLength(1);
  },
);

it('leaves a redirect to a caller that checks it', async () => {
  wire.react((_call, response) => response.writeHead(302, { location: '/elsewhere' }).end());
  const call = createFetch({ ...strict, allowPrivateUrls: true });
  const response = await call(wire.url, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, '/elsewhere']);
  expect(wire.calls).toHaveLength(1);
});

it.each([
  { form: 'a record', headers: { 'x-name': 'value' } },
  { form: 'pairs', headers: [['x-name', 'value']] as [string, string][] },
  { form: 'the standard class', headers: new Headers({ 'x-name': 'value' }) },
])('sends headers given as $form', async ({ headers }) => {
  const call = createFetch({ ...strict, allowPrivateUrls: true });
  const response = await call(wire.url, { method: 'POST', headers, body: '{"a":1}' });
  expect([response.ok, response.status, await response.text()]).toEqual([true, 200, 'hello']);
  expect(wire.calls).toMatchObject([{ body: { a: 1 }, headers: { 'x-name': 'value' } }]);
});

it.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('reads an answer that the server compressed as %s', async (encoding, compress) => {
  wire.react((_call, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(compress('{"a":"\u00fc"}'));
  });
  const call = createFetch({ ...strict, allowPrivateUrls: true });
  expect(await (await call(wire.url)).json()).toEqual({ a: '\u00fc' });
  expect(Buffer.from(await (await call(wire.url)).arrayBuffer()).toString()).toBe('{"a":"\u00fc"}');
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await call(wire.url)).body ?? []) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('{"a":"\u00fc"}');
});

it('reports a compressed answer that broke off or is not compressed', async () => {
  const call = createFetch({ ...strict, allowPrivateUrls: true });
  const compressed = gzipSync('hello');
  for (const bytes of [compressed.subarray(0, -4), Buffer.from('hello')]) {
    wire.react((_call, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes);
    });
    const response = await call(wire.url);
    await expect(response.text()).rejects.toThrow(new TypeError('terminated'));
  }
});

it("ends a compressed answer with its signal's reason", async () => {
  wire.react((_call, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('hello').subarray(0, 8));
  });
  const call = createFetch({ ...strict, allowPrivateUrls: true });
  const response = await call(wire.url, { signal: AbortSignal.timeout(100) });
  await expect(response.text()).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('says that an answer broke off, as the standard does', async () => {
  wire.react((_call, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setImmediate(() => response.destroy());
  });
  const call = createFetch({ ...strict, allowPrivateUrls: true });
  const response = await call(wire.url);
  await expect(response.text()).rejects.toThrow(new TypeError('terminated'));
});

it("ends a call with its signal's reason", async () => {
  wire.react(() => {});
  const call = createFetch({ ...strict, allowPrivateUrls: true });
  const called = call(wire.url, { signal: AbortSignal.timeout(20) });
  await expect(called).rejects.toMatchObject({ name: 'TimeoutError' });
});
