import { createCipheriv, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hourMs } from '#shared/time.ts';
import { aText, describeChannel } from '#test/channel-suite.ts';
import type { MediaSource, WebhookRequest } from '../channel.ts';
import { appleMessages } from './handler.ts';
import { isAppleToken, mintToken } from './token.ts';

const provider = {
  mspId: 'msp-id-1',
  secret: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ=',
  apiUrl: 'https://gateway.apple.example',
  chatUrl: 'https://bcrw.apple.com',
};
const businessId = 'a884eddf-a0b7-4d25-8f93-8ae2c0b2ad6d';
const person = 'urn:mbid:AQAAY2f0mGkRzTnVb7wq3';
const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8'));

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const nowS = () => Math.floor(Date.now() / 1000);
function token({
  header = { alg: 'HS256', typ: 'JWT' } as object,
  claims = { aud: provider.mspId, iat: nowS() } as object,
  key = Buffer.from(provider.secret, 'base64'),
  hash = 'sha256',
} = {}) {
  const head = `${encode(header)}.${encode(claims)}`;
  return `${head}.${createHmac(hash, key).update(head).digest('base64url')}`;
}

function sign(body: object | string | Buffer, headers: object = {}): WebhookRequest {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  return {
    url: 'https://chat.example.com/api/webhooks/apple/message',
    rawBody: isRaw ? Buffer.from(body) : gzipSync(JSON.stringify(body)),
    headers: {
      authorization: `Bearer ${token()}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      ...headers,
    },
  };
}
const bearing = (authorization: string) => sign(fixture('text'), { authorization });
const parse = (webhook: WebhookRequest) => appleMessages.parse(webhook, provider);
const message = (change: object) => sign({ ...fixture('text'), ...change });

const refusal = (status: number) => ({ status, body: '', name: String(status) });

describeChannel({
  channel: appleMessages,
  settings: provider,
  // TLS, not the token, protects the content.
  signatureCovers: [],
  textWebhook: ({ body, from } = {}) =>
    message({ ...(body !== undefined && { body }), ...(from !== undefined && { sourceId: from }) }),
  malformed: sign('{"v":1'),
  accepted: { body: '', id: aText().id },
  refusals: [
    { ...refusal(400), kind: 'rejected' },
    { ...refusal(401), kind: 'credentials' },
    { ...refusal(403), kind: 'credentials' },
    { ...refusal(404), kind: 'unreachable' },
    { ...refusal(410), kind: 'closed' },
    { ...refusal(503), kind: 'gateway_error' },
    { ...refusal(418), kind: 'rejected' },
  ],
  tooManyRequests: { body: '' },
});

describe("Apple's tokens", () => {
  const at = 1_795_219_200_000;

  it("are made and read like Apple's own", () => {
    expect(mintToken(provider, at)).toBe(
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJtc3AtaWQtMSIsImlhdCI6MTc5NTIxOTIwMH0.h78n-DvQuIr_qCJ58dZcilRES7DTkxYfscg-F5CC1g0',
    );
    const apples =
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhdWQiOiJtc3AtaWQtMSIsImlhdCI6MTc5NTIxOTIwMH0.WKsnf1ihdtcw5bwx2PhcakpWDxP0Fy8xNVGWolj-1Zc';
    expect(isAppleToken(apples, provider, at)).toBe(true);
  });

  it.each([
    [-6 * 60_000, false],
    [-4 * 60_000, true],
    [23 * hourMs, true],
    [25 * hourMs, false],
  ])('from %i ms ago are valid: %s', (ageMs, isGood) => {
    const claims = { aud: provider.mspId, iat: (at - ageMs) / 1000 };
    expect(isAppleToken(token({ claims }), provider, at)).toBe(isGood);
  });

  it.each([
    ['signed with a secret that was not decoded', token({ key: Buffer.from(provider.secret) })],
    ['for another provider', token({ claims: { aud: 'somebody', iat: nowS() } })],
    ['without an audience', token({ claims: { iat: nowS() } })],
    ['without a time', token({ claims: { aud: provider.mspId } })],
    [
      'without a signature',
      `${token({ header: { alg: 'none' } })
        .split('.', 2)
        .join('.')}.`,
    ],
    ['with another algorithm', token({ header: { alg: 'HS512' }, hash: 'sha512' })],
    ['of ours, sent back', mintToken(provider)],
    ['in the wrong format', 'hello'],
    ['of too many parts', `${token()}.x`],
  ])('%s are forged', (_, forged) => {
    expect(appleMessages.verify(bearing(`Bearer ${forged}`), provider)).toBe('forged');
  });

  it('may name several providers', () => {
    const claims = { aud: ['somebody', provider.mspId], iat: nowS() };
    expect(appleMessages.verify(bearing(`bearer ${token({ claims })}`), provider)).toBe('valid');
  });

  it.each(['', 'Basic dXNlcjpwYXNz', 'Bearer'])('are missing in "%s"', (authorization) => {
    expect(appleMessages.verify(bearing(authorization), provider)).toBe('missing');
  });
});

describe('Apple Messages: inbound', () => {
  it('identifies a message by its id, in any case', () => {
    const headers = { id: '5b0f3f0e-6F5D-4C7C-9A3B-0D1E2F3A4B5C' };
    expect(parse(sign(fixture('text'), headers))).toEqual([
      {
        kind: 'message',
        gatewayAccount: 'msp-id-1',
        gatewayMessageId: '5b0f3f0e-6f5d-4c7c-9a3b-0d1e2f3a4b5c',
        from: person,
        to: businessId,
        body: 'Is 1/2 + 1/3 more than 100% & why?',
        content: 'words',
        media: [],
        quotedGatewayId: null,
        segments: null,
        keywordAnswered: null,
      },
    ]);
    for (const header of ['id', 'source-id', 'destination-id']) {
      const webhook = sign(fixture('text'), { [header]: 'another' });
      expect(() => parse(webhook)).toThrow(`${header} in the header differs`);
    }
  });

  it('reads a body that a proxy has inflated', () => {
    expect(parse(sign(JSON.stringify(fixture('text'))))).toHaveLength(1);
  });

  it.each([
    ['a bomb', gzipSync(Buffer.alloc(2 * 1024 * 1024)), 'too large'],
    ['a truncated body', gzipSync('{"v":1}').subarray(0, 12), "can't be inflated"],
    ['no JSON', gzipSync('hello'), 'not JSON'],
    ['an array', gzipSync('[]'), 'is missing'],
  ])('refuses %s', (_, body, words) => {
    expect(() => parse(sign(body))).toThrow(words);
  });

  it.each(['id', 'type', 'sourceId', 'destinationId'])('refuses a message without %s', (name) => {
    expect(() => parse(message({ [name]: undefined }))).toThrow(`${name} is missing`);
  });

  it.each(['typing_start', 'typing_end'])('is no message: %s', (type) => {
    expect(parse(message({ type, body: undefined }))).toEqual([]);
  });

  it('reports a closed conversation', () => {
    expect(parse(message({ type: 'close', body: undefined, id: 'C1' }))).toEqual([
      { kind: 'closed', gatewayMessageId: 'c1', from: person, to: businessId },
    ]);
  });

  it('reads pictures by old and new field names, without their placeholders', () => {
    const [event] = parse(sign(fixture('text-with-pictures')));
    const picture = (name: string, key: string, signature: string, contentType: string) => ({
      url: `https://p01-mmcs.icloud-content.com/M-${name}`,
      id: null,
      contentType,
      details: { businessId, key: `00${key.repeat(32)}`, owner: `M:${name}.owner`, signature },
    });
    expect(event).toMatchObject({
      body: 'Which one is larger?',
      content: 'words',
      media: [
        picture('one', 'ab', 'gc6p9Q==', 'image/jpeg'),
        picture('two', 'cd', 'gc6p9g==', 'image/png'),
      ],
    });
  });

  it.each([
    ['quick-reply', 'Per cent'],
    ['list-picker', 'Fractions, This evening'],
  ])('reads a choice: %s', (name, body) => {
    expect(parse(sign(fixture(name)))).toMatchObject([{ body, content: 'words' }]);
  });

  it.each([
    ['the words of a form', { interactiveData: { replyMessage: { title: 'All filled in' } } }],
    ['the title of a large one', { interactiveDataRef: { title: 'All filled in', url: 'x' } }],
  ])('reads a choice with only %s', (_, change) => {
    const [event] = parse(message({ type: 'interactive', body: undefined, ...change }));
    expect(event).toMatchObject({ body: 'All filled in', content: 'words' });
  });

  it.each([
    [
      { type: 'interactive', body: undefined, interactiveData: {} },
      "[A choice that can't be shown here]",
    ],
    [
      { body: '\uFFFC', attachments: [{ name: 'Audio Message.caf', mimeType: 'audio/x-caf' }] },
      '[Attachment: Audio Message.caf]',
    ],
    [{ body: '\uFFFC', attachments: ['what?'] }, '[Attachment]'],
  ])('stores as unreadable: %j', (change, body) => {
    expect(parse(message(change))).toMatchObject([{ body, content: 'unreadable' }]);
  });

  it('stores a message of an unknown type, with or without content', () => {
    expect(parse(message({ type: 'poll' }))).toMatchObject([{ content: 'words' }]);
    expect(parse(message({ type: 'hologram', body: undefined }))).toMatchObject([
      { content: 'unreadable', body: "[A message that can't be shown here]" },
    ]);
  });

  it("reads a first message with where the person came from, and the phone's language", () => {
    const first = { group: 'billing', intent: 'question', locale: 'de_DE', body: 'Hallo' };
    expect(parse(message(first))).toMatchObject([{ content: 'words', body: 'Hallo' }]);
  });

  it('reads a shared link, and a text that came as a file', () => {
    const link = { url: 'https://example.com/a', title: 'A page' };
    const shared = { type: 'richLink', body: undefined, richLinkData: link };
    expect(parse(message(shared))).toMatchObject([
      { content: 'words', body: 'A page https://example.com/a' },
    ]);
    const file = { name: 'a.txt', mimeType: 'text/plain', url: 'u', key: 'k', owner: 'o' };
    const attachments = [{ ...file, signature: '00' }];
    expect(parse(message({ body: '\uFFFC', attachments }))).toMatchObject([
      { content: 'words', media: [{ contentType: 'text/plain' }] },
    ]);
  });
});

describe('Apple Messages: outbound', () => {
  const calls: { url: string; init: RequestInit }[] = [];
  const taking: typeof fetch = async (url, init = {}) => {
    calls.push({ url: String(url), init });
    return new Response(null, { status: 200 });
  };
  async function captureCall(send: () => Promise<unknown>) {
    calls.length = 0;
    await send();
    const [{ url, init } = { url: '', init: {} }] = calls;
    const headers = new Headers(init.headers);
    return { url, headers, body: init.body ? JSON.parse(String(init.body)) : null };
  }
  const ours = { address: `urn:biz:${businessId.toUpperCase()}`, senderId: null, to: person };

  it('repeats its headers in the body', async () => {
    const text = aText({ ...ours, body: 'Five sixths 👍🏽' });
    const { url, headers, body } = await captureCall(() =>
      appleMessages.send(text, provider, taking),
    );
    expect(url).toBe('https://gateway.apple.example/v1/message');
    expect(body).toEqual({
      v: 1,
      id: text.id,
      type: 'text',
      sourceId: businessId,
      destinationId: person,
      body: 'Five sixths 👍🏽',
    });
    expect(headers.get('id')).toBe(text.id);
    expect(headers.get('source-id')).toBe(businessId);
    expect(headers.get('destination-id')).toBe(person);
    expect(headers.get('auto-reply')).toBe('true');
    const [, claims = ''] = headers.get('authorization')?.split('.') ?? [];
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      iss: 'msp-id-1',
      iat: expect.any(Number),
    });
  });

  it("does not mark a human's text as automatic", async () => {
    const text = aText({ ...ours, isAutomatic: false });
    const { headers } = await captureCall(() => appleMessages.send(text, provider, taking));
    expect(headers.has('auto-reply')).toBe(false);
  });

  it('sends a link as a rich link, with the picture that Apple requires', async () => {
    const card = { url: 'https://chat.example.com', title: 'Sign up to chat with Ada' };
    const text = aText({ ...ours, card });
    const { body } = await captureCall(() => appleMessages.send(text, provider, taking));
    expect(body).toMatchObject({ type: 'richLink', richLinkData: card });
    const { data, mimeType } = body.richLinkData.assets.image;
    expect(mimeType).toBe('image/png');
    const image = Buffer.from(data, 'base64');
    expect(image.subarray(1, 4).toString()).toBe('PNG');
    expect(image.length).toBeLessThan(200 * 1024);
  });

  it('shows that an answer is being written', async () => {
    const seen = { ...ours, gatewayMessageId: 'm1', isAutomatic: true };
    const show = async () => appleMessages.showTyping?.(seen, provider, taking);
    const { headers, body } = await captureCall(show);
    expect(body).toMatchObject({ type: 'typing_start', destinationId: person });
    expect(headers.get('auto-reply')).toBe('true');
    const byHand = { ...seen, isAutomatic: false };
    const written = await captureCall(async () =>
      appleMessages.showTyping?.(byHand, provider, taking),
    );
    expect(written.headers.has('auto-reply')).toBe(false);
    expect((await captureCall(show)).body.id).not.toBe(body.id);
  });

  it('sends plain text, in parts that Apple accepts', () => {
    expect(appleMessages.toParts('**Five** sixths')).toEqual(['Five sixths']);
    const parts = appleMessages.toParts('long '.repeat(2_000));
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(appleMessages.maxLength);
  });

  it('links to a conversation with prepared text', () => {
    expect(appleMessages.createChatLink(ours, 'CONNECT 4K7M9QXT', provider)).toBe(
      `https://bcrw.apple.com/urn:biz:${businessId}?body=CONNECT%204K7M9QXT`,
    );
  });
});

describe('Apple Messages: attachments', () => {
  const key = Buffer.alloc(32, 0xab);
  const encrypt = (bytes: Buffer) =>
    createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(bytes);
  const source: MediaSource = {
    url: 'https://p01-mmcs.icloud-content.com/M-one',
    id: null,
    contentType: 'image/jpeg',
    details: { businessId, key: `00${key.toString('hex')}`, owner: 'M:one', signature: 'gc6p9Q==' },
  };
  const place = 'https://p01-content.icloud.com/one';

  function apple({ at = place, bytes = Buffer.from('day'), status = 200 } = {}) {
    const asked: { url: string; headers: Headers }[] = [];
    const call: typeof fetch = async (url, init) => {
      asked.push({ url: String(url), headers: new Headers(init?.headers) });
      if (asked.length === 1) return Response.json({ 'download-url': at }, { status });
      return new Response(new Uint8Array(encrypt(bytes)));
    };
    return { asked, fetched: async () => appleMessages.fetchMedia?.(source, provider, call) };
  }

  it('are located, fetched without our token, and decrypted', async () => {
    const { asked, fetched } = apple();
    expect(await fetched()).toEqual({ bytes: Buffer.from('day'), contentType: 'image/jpeg' });
    const [first, second] = asked;
    expect(first?.url).toBe('https://gateway.apple.example/v1/preDownload');
    const sentHeaders = Object.fromEntries(first?.headers ?? []);
    expect(sentHeaders).toMatchObject({
      'source-id': businessId,
      url: source.url,
      owner: 'M:one',
      signature: 'gc6p9Q==',
    });
    expect(second?.url).toBe(place);
    expect(second?.headers.has('authorization')).toBe(false);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'https://icloud.com.evil.example/one',
    'https://evilapple.com/one',
    'http://p01-content.icloud.com/one',
    'file:///etc/passwd',
  ])('are not fetched from %s', async (at) => {
    const { asked, fetched } = apple({ at });
    await expect(fetched()).rejects.toMatchObject({ name: 'SendError' });
    expect(asked).toHaveLength(1);
  });

  it('are given up if they are too large', async () => {
    const { fetched } = apple({ bytes: Buffer.alloc(5 * 1024 * 1024 + 1) });
    await expect(fetched()).rejects.toMatchObject({ failure: { kind: 'too_long' } });
  });

  it.each([
    [404, 'gateway_error'],
    [429, 'rate_limited'],
    [503, 'gateway_error'],
  ])("report why they can't be fetched: %i", async (status, kind) => {
    await expect(apple({ status }).fetched()).rejects.toMatchObject({ failure: { kind } });
  });
});
