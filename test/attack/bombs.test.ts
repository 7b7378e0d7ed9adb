import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFetch } from '#server/outside/outgoing/create-fetch.ts';
import { startVendorServer } from '#test/vendor-server.ts';

let vendor: Awaited<ReturnType<typeof startVendorServer>>;
beforeAll(async () => {
  vendor = await startVendorServer();
});
afterAll(() => vendor.close());

const call = createFetch({ allowPrivateUrls: true, trustedUrls: [] });
const long = Buffer.alloc(64 * 1024 * 1024, 'x');
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

it.each([
  ['gzip', gzipSync(long)],
  ['x-gzip', gzipSync(long)],
  ['deflate', deflateSync(long)],
  ['br', brotliCompressSync(long, quickly)],
  ['identity', long],
])('an answer of 64 MB as %s is not read to its end', async (encoding, bytes) => {
  vendor.react((_call, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
  );
  const terminated = new TypeError('terminated');
  await expect(call(vendor.url).then((answer) => answer.text())).rejects.toThrow(terminated);
  await expect(call(vendor.url).then((answer) => answer.json())).rejects.toThrow(terminated);
  await expect(call(vendor.url).then((answer) => answer.arrayBuffer())).rejects.toThrow(terminated);
  let read = 0;
  const readAll = async () => {
    for await (const chunk of (await call(vendor.url)).body ?? []) read += chunk.byteLength;
  };
  await expect(readAll()).rejects.toThrow();
  expect(read).toBeLessThan(long.length / 2);
});
