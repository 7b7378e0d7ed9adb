import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Expected, examine, expectFinding, secretKey } from '#test/doctor.ts';
import { type Reaction, replyWith, startVendorServer } from '#test/vendor-server.ts';

let proxy: Awaited<ReturnType<typeof startVendorServer>>;
beforeAll(async () => {
  proxy = await startVendorServer();
});
afterAll(() => proxy.close());

/** This machine, by a name that is not loopback's. */
const outside = (url: string) => url.replace('127.0.0.1', '0.0.0.0');
const at = (PUBLIC_URL: string) => examine({ SECRET_KEY: secretKey, PUBLIC_URL });
const address = (state: 'broken' | 'warning', fix: RegExp): Expected => ({
  ...{ name: 'PUBLIC_URL', state, fix },
});

it('finds Sagewire at PUBLIC_URL', async () => {
  proxy.react(replyWith(200, { status: 'ok' }));
  const { findings } = await at(outside(proxy.url));
  const found = findings.find(({ name }) => name === 'PUBLIC_URL');
  expect(found).toMatchObject({ state: 'ok', fix: null });
});

it.each([
  ['a proxy without Sagewire behind it', replyWith(502, {}), /lead to its HOST and PORT/],
  ['a login of its own', replyWith(401, {}), /Let the proxy pass everything on/],
  ['another site', replyWith(200, { hello: 'world' }), /lead PUBLIC_URL to Sagewire/],
  ['a page that is missing', replyWith(404, {}), /lead PUBLIC_URL to Sagewire/],
  [
    'a redirect',
    replyWith(301, {}, { location: 'https://www.example.com' }),
    /that it redirects to/,
  ],
] as [string, Reaction, RegExp][])('finds %s there', async (_, reaction, fix) => {
  proxy.react(reaction);
  expectFinding(await at(outside(proxy.url)), address('broken', fix));
});

it('only warns where it can not be reached from here', async () => {
  expectFinding(await at('http://0.0.0.0:1'), address('warning', /from outside/));
});

it.runIf(spawnSync('openssl', ['version']).status === 0)(
  'finds a certificate that no one trusts',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sagewire-tls-'));
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
    const made = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '30',
      '-subj',
      '/CN=me',
    ];
    execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'pipe' });
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const reply = await at(`https://0.0.0.0:${(server.address() as AddressInfo).port}`);
    expectFinding(reply, address('broken', /Renew the certificate/));
    expectFinding(reply, { name: 'TLS certificate', state: 'broken', fix: /public authority/ });
    server.close();
    rmSync(folder, { recursive: true });
  },
);

it('finds a HOST that is no address of this machine, and one that is', async () => {
  const bad = await examine({ SECRET_KEY: secretKey, HOST: '192.0.2.1' });
  const expected = { name: 'HOST', about: 'HOST', state: 'broken' } as const;
  expectFinding(bad, { ...expected, why: /EADDRNOTAVAIL/, fix: /0\.0\.0\.0/ });
  const { findings } = await examine({ SECRET_KEY: secretKey });
  expect(findings.find(({ name }) => name === 'HOST')).toMatchObject({ state: 'ok' });
});

const traces = (OTEL_EXPORTER_OTLP_ENDPOINT: string) =>
  examine({ SECRET_KEY: secretKey, OTEL_EXPORTER_OTLP_ENDPOINT });

it('finds a collector of traces that is not there, or lies at another path', async () => {
  const expected = { name: 'Traces', state: 'warning' } as const;
  expectFinding(await traces('http://127.0.0.1:1'), { ...expected, fix: /Start the collector/ });
  proxy.react(replyWith(404, {}));
  expectFinding(await traces(`${proxy.url}/v1/traces`), {
    ...expected,
    fix: /v1\/traces is added/,
  });
  proxy.react(replyWith(200, {}));
  const { findings } = await traces(proxy.url);
  expect(findings.find(({ name }) => name === 'Traces')).toMatchObject({ state: 'ok' });
});
