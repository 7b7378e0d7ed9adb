import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVendorServer } from '#test/vendor-server.ts';
import { createFetch } from '../outgoing/create-fetch.ts';
import { readWebPage } from './read-web-page.ts';

let wire: Awaited<ReturnType<typeof startVendorServer>>;
let call: typeof fetch;
beforeAll(async () => {
  wire = await startVendorServer();
  call = createFetch({ allowPrivateUrls: false, trustedUrls: [wire.url] });
});
afterAll(() => wire.close());

const redirectTo = (location: string) =>
  wire.react((_call, response) => response.writeHead(302, { location }).end());
const refusal = (problem: string) => expect.objectContaining({ problem });

it('gives the page, its kind and where it was found', async () => {
  wire.react(({ path }, response) => {
    if (path === '/old') response.writeHead(301, { location: '/hours#top' }).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>Open</p>');
  });
  const page = await readWebPage(call, `${wire.url}/old`);
  expect({ ...page, bytes: page.bytes.toString() }).toEqual({
    url: `${wire.url}/hours`,
    bytes: '<p>Open</p>',
    kind: 'html',
  });
});

it.each([
  ['http://127.0.0.1:1/'],
  ['http://169.254.169.254/latest/meta-data'],
  ['http://[::1]:1/'],
])('refuses a redirect to the private address %s', async (location) => {
  redirectTo(location);
  await expect(readWebPage(call, wire.url)).rejects.toEqual(refusal('page-private'));
});

it('refuses a redirect to another protocol', async () => {
  redirectTo('file:///etc/passwd');
  await expect(readWebPage(call, wire.url)).rejects.toEqual(refusal('page-unreachable'));
});

it('follows five redirects and no more', async () => {
  redirectTo('/again');
  await expect(readWebPage(call, wire.url)).rejects.toEqual(refusal('page-redirects'));
  expect(wire.calls).toHaveLength(6);
});

it.each([
  [404, 'no-such-page'],
  [403, 'page-refused'],
  [500, 'page-refused'],
])('says what a status of %i means', async (status, problem) => {
  wire.react((_call, response) => response.writeHead(status).end('no'));
  await expect(readWebPage(call, wire.url)).rejects.toEqual(refusal(problem));
});

it.each(['ftp://example.org/', 'nonsense', 'https://user:secret@example.org/'])(
  'calls no address such as %s',
  async (url) => {
    await expect(readWebPage(call, url)).rejects.toEqual(refusal('page-unreachable'));
  },
);

it('gives up what is too large, also after it is unpacked', async () => {
  const large = Buffer.alloc(21 * 1024 * 1024, ' ');
  wire.react((_call, response) =>
    response.writeHead(200, { 'content-length': large.length }).end(large),
  );
  await expect(readWebPage(call, wire.url)).rejects.toEqual(refusal('too-large'));
  wire.react((_call, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large)),
  );
  await expect(readWebPage(call, wire.url)).rejects.toBeInstanceOf(Error);
});
