import { createHmac, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from './test-product.ts';

const account = {
  mspId: 'a-provider',
  secret: Buffer.from('a secret of thirty-two characters').toString('base64'),
  apiUrl: 'http://gateway.example/sandbox/amb',
};
const ours = 'a884eddf-a0b7-4d25-8f93-8ae2c0b2ad6d';
const theirs = 'urn:mbid:AQAAnobody';

let product: TestProduct;
beforeEach(async () => {
  product = await startTestProduct({ channels: { AMB: account } });
});
afterEach(() => product.close());

const nowS = () => Math.floor(Date.now() / 1000);
/** The key is what the secret decodes to. */
function bearer({
  claims = { iss: account.mspId, iat: nowS() } as object,
  key = Buffer.from(account.secret, 'base64'),
} = {}) {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const head = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `Bearer ${head}.${createHmac('sha256', key).update(head).digest('base64url')}`;
}

async function send(body: object = {}, headers: Record<string, string> = {}) {
  const id = randomUUID();
  const message = { v: 1, id, type: 'text', sourceId: ours, destinationId: theirs, body: 'Hi' };
  const sent = { ...message, ...body };
  return fetch(`${product.url}/amb/v1/message`, {
    method: 'POST',
    headers: {
      authorization: bearer(),
      id: sent.id,
      'source-id': sent.sourceId,
      'destination-id': sent.destinationId,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(sent),
  });
}
const statusOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).status;

const deliver = (change: Partial<Parameters<TestProduct['sandbox']['deliver']>[1]> = {}) =>
  product.sandbox.deliver('AMB', {
    webhookUrl: `${product.productUrl}/hooks/apple`,
    from: theirs,
    to: ours,
    body: 'Hello',
    ...change,
  });

describe('a text of the provider', () => {
  it('is accepted with an empty body, once for each id', async () => {
    const id = randomUUID();
    const response = await send({ id });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(await statusOf({ id })).toBe(200);
    expect(product.sandbox.outbox).toMatchObject([{ sid: id, to: theirs, body: 'Hi' }]);
  });

  it.each([
    ['no token', { authorization: '' }, 401],
    [
      'a secret that was not decoded',
      { authorization: bearer({ key: Buffer.from(account.secret) }) },
      403,
    ],
    ['another provider', { authorization: bearer({ claims: { iss: 'x', iat: nowS() } }) }, 403],
    [
      'a token of yesterday',
      { authorization: bearer({ claims: { iss: 'a-provider', iat: 1 } }) },
      403,
    ],
    ['another id than its body', { id: randomUUID() }, 400],
    ['another recipient than its body', { 'destination-id': 'urn:mbid:other' }, 400],
  ])('is refused with %s', async (_, headers, status) => {
    expect(await statusOf({}, headers)).toBe(status);
    expect(product.sandbox.outbox).toEqual([]);
  });

  it.each([
    ['the end of a conversation', { type: 'close' }, 400],
    ['a text without words', { body: undefined }, 400],
    [
      'a link without a picture',
      { type: 'richLink', richLinkData: { url: 'https://a.example', title: 'A' } },
      400,
    ],
    ['something for a phone number', { destinationId: '+12025550143' }, 404],
  ])('is refused where it is %s', async (_, body, status) => {
    expect(await statusOf(body)).toBe(status);
    expect(product.sandbox.outbox).toEqual([]);
  });

  it('fails as planned', async () => {
    product.sandbox.planFailure(theirs, { kind: '429', times: 1 }, 'AMB');
    const refused = await send();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await statusOf({ type: 'typing_start' })).toBe(200);
    expect(await statusOf()).toBe(200);
    expect(product.sandbox.outbox).toHaveLength(1);
  });

  it('is refused after the person closed the conversation, until they write again', async () => {
    await deliver({ kind: 'close', body: '' });
    expect(await statusOf()).toBe(410);
    await deliver();
    expect(await statusOf()).toBe(200);
  });
});

describe('a text of a person', () => {
  it("comes after typing_start, compressed, with Apple's path after the address", async () => {
    expect(await deliver()).toMatchObject({ status: 200, problem: null });
    expect(product.received.map(({ url }) => url)).toEqual([
      '/hooks/apple/message',
      '/hooks/apple/message',
    ]);
    expect(product.received[1]?.headers).toMatchObject({
      'content-encoding': 'gzip',
      'source-id': theirs,
      'destination-id': ours,
      authorization: expect.stringMatching(/^Bearer /),
    });
    const titles = product.sandbox.wire.map(({ title }) => title);
    expect(titles).toEqual(['Webhook: typing_start', 'Webhook: text']);
  });

  it('is retried with the same id after a 5xx, and not after a 4xx', async () => {
    const busy = { status: 503, type: 'text/plain', body: '' };
    product.answers.unshift({ ...busy, status: 200 }, busy, busy);
    expect(await deliver()).toMatchObject({ status: 200 });
    const [, ...tries] = product.received.map(({ headers }) => headers.id);
    expect([tries.length, new Set(tries).size]).toEqual([3, 1]);

    product.received.length = 0;
    product.answers.splice(0, product.answers.length, { ...busy, status: 404 });
    expect(await deliver({ kind: 'close', body: '' })).toMatchObject({
      status: 404,
      problem: 'Not delivered: the answer was 404',
    });
    expect(product.received).toHaveLength(1);
  });
});
