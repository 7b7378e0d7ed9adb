import twilio from 'twilio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseReaction } from '#shared/reactions.ts';
import { listSuggestions } from '../answers/subjects/find-answer.ts';
import type { SandboxExpert } from '../context.ts';
import { account, number, person, startTestProduct, type TestProduct } from '../test-product.ts';

const ada: SandboxExpert = {
  id: 'ada',
  displayName: 'Ada',
  channel: 'SMS',
  phoneNumber: number,
  handle: 'ada',
  phoneNumberId: null,
  imageUrl: '/sandbox/faces/ada.svg',
  tagline: 'Numbers, gently',
  isPaused: false,
};
const whatsApp = {
  accessToken: 'a-token',
  appSecret: 'a-secret',
  phoneNumberId: '106540352242922',
  apiUrl: 'http://gateway.example/sandbox/whatsapp',
};

let product: TestProduct;
beforeEach(async () => {
  product = await startTestProduct({ listExperts: async () => [ada] });
});
afterEach(() => product.close());

type Reply = { status: number; body: Record<string, unknown> };

async function get(path: string): Promise<Reply> {
  const response = await fetch(`${product.url}${path}`);
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

async function post(path: string, body: unknown, type = 'application/json'): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': type };
  const response = await fetch(`${product.url}${path}`, { method: 'POST', headers, body: text });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

describe('the page', () => {
  it.each(['', '/outbox'])(
    '%s links to the payments only where the sandbox plays Stripe',
    async (path) => {
      const link = '<a href="/sandbox/stripe">Payments</a>';
      expect(await (await fetch(`${product.url}${path}`)).text()).toContain(link);
      await product.close();
      product = await startTestProduct({ stripe: null });
      const page = await (await fetch(`${product.url}${path}`)).text();
      expect(page).not.toContain('Payments');
      expect(page).toContain('<a href="/">Dashboard</a>');
    },
  );

  it.each([
    ['', 'text/html'],
    ['/phone', 'text/html'],
    ['/outbox', 'text/html'],
    ['/page/phone.js', 'text/javascript'],
    ['/page/theme.css', 'text/css'],
    ['/faces/ada.svg', 'image/svg+xml'],
    ['/fonts/figtree.woff2', 'font/woff2'],
  ])('%j is served as %s, under a strict policy', async (path, type) => {
    const response = await fetch(product.url + path);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining(type),
    ]);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
  });

  it.each(['/page/..%2Fphone.ts', '/page/%2e%2e%2fapi.ts', '/faces/draw.ts', '/fonts/other.woff2'])(
    'does not serve %s',
    async (path) => {
      expect((await fetch(product.url + path)).status).toBe(404);
    },
  );

  it('has nothing inline and loads only files that exist', async () => {
    for (const path of ['', '/outbox']) {
      const html = await (await fetch(product.url + path)).text();
      expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*src=)/);
      for (const [, file] of html.matchAll(/(?:src|href)="\/sandbox(\/(?:page|fonts)\/[^"]+)"/g)) {
        expect((await fetch(product.url + file)).status, file).toBe(200);
      }
    }
  });
});

describe('people', () => {
  it('begin with Mia and grow with every valid number and short code', async () => {
    expect((await post('/api/people', { phone: '020 7946 099' })).status).toBe(400);
    expect((await post('/api/people', { phone: '+49 30 901820' })).body).toEqual({
      message: 'Only US (+1) and UK (+44) phone numbers are supported',
    });
    expect((await post('/api/people', { phone: '+44 20 7946 0991' })).status).toBe(201);
    await post('/api/people', { phone: '+44 20 7946 0991' });
    await post('/api/people', { phone: '72345' });
    const { people } = (await get('/api/people')).body as {
      people: { name: string; phone: string }[];
    };
    expect(people.map(({ name }) => name)).toEqual(['Mia Chen', '+44 20 7946 0991', '72345']);
  });
});

describe('experts', () => {
  it('are listed with quick texts to send; a paused one can be texted, too', async () => {
    await product.close();
    const listExperts = async () => [{ ...ada, isPaused: true }];
    product = await startTestProduct({ listExperts });
    expect((await get('/api/experts')).body.experts).toMatchObject([
      { id: 'ada', number, isPaused: true, suggestions: listSuggestions('Ada') },
    ]);
    expect(await post('/api/send', { from: person, to: number, body: 'Hi' })).toMatchObject({
      status: 201,
    });
  });
});

describe('sending', () => {
  const text = { from: person, to: number, body: 'Hi <b>Ada</b>' };

  it("reaches the expert's webhook and is logged as it was written", async () => {
    const sent = await post('/api/send', text);
    expect(sent).toMatchObject({ status: 201, body: { status: 200, problem: null } });
    expect(product.received[0]?.url).toBe('/api/webhooks/experts/ada');
    expect(product.received[0]?.params.Body).toBe('Hi <b>Ada</b>');
    const query = new URLSearchParams({ person, number });
    const { body } = await get(`/api/texts?${query}`);
    expect(body.texts).toMatchObject([
      { body: 'Hi <b>Ada</b>', handover: { status: 200, problem: null } },
    ]);
    const conversations = (await get(`/api/conversations?${query}`)).body.conversations;
    expect(conversations).toMatchObject([{ number, count: 1 }]);
    expect((await get('/api/outbox')).body).toEqual({ texts: [] });
  });

  it.each([
    [{ ...text, to: '+12025550177' }, 404, 'No expert has this address'],
    [
      { ...text, from: '+4930901820' },
      400,
      'Only US (+1) and UK (+44) phone numbers are supported',
    ],
    [{ ...text, from: '2025550143' }, 400, 'Write the number as +12025550143'],
    [{ ...text, body: ' ' }, 400, 'A text is required'],
    [{ ...text, from: 'US.13491208655302741918' }, 422, "This phone can't write on that channel"],
    [{ ...text, kind: 'voice' }, 422, 'Twilio does not carry that'],
    [{ ...text, body: 'x'.repeat(1601) }, 400, 'A text has at most 1600 characters'],
    ['{', 400, 'The body is not valid JSON'],
  ])('refuses %j with %i', async (body, status, message) => {
    expect(await post('/api/send', body)).toEqual({ status, body: { message } });
  });

  it.each([
    ['72345', '72345', number],
    ['BANK', 'BANK', number],
    [`rcs:${person}`, person, 'rcs:sagewire_agent'],
  ])('may be from %s, shown with %s', async (from, shownWith, to) => {
    expect(await post('/api/send', { ...text, from })).toMatchObject({ status: 201 });
    expect(product.received[0]?.params).toMatchObject({ From: from, To: to });
    const query = new URLSearchParams({ person: shownWith });
    const { body } = await get(`/api/texts?${query}`);
    expect(body.texts).toMatchObject([{ person: shownWith, number, from }]);
  });

  it('of a reaction to an SMS is what an iPhone writes then, and shows on the text', async () => {
    const sent = (await post('/api/send', text)).body as { text: { sid: string } };
    const about = { ...text, kind: 'reaction', quoted: sent.text.sid };
    for (const emoji of ['❤️', '', '🌱', '']) await post('/api/send', { ...about, body: emoji });
    expect(product.received.map(({ params }) => params.Body)).toEqual([
      text.body,
      'Loved “Hi <b>Ada</b>”',
      'Removed a heart from “Hi <b>Ada</b>”',
      'Reacted 🌱 to “Hi <b>Ada</b>”',
      'Removed 🌱 from “Hi <b>Ada</b>”',
    ]);
    const bodies = product.received.map(({ params }) => parseReaction(params.Body ?? ''));
    expect(bodies.map((each) => each?.emoji)).toEqual([undefined, '❤️', '❤️', '🌱', '🌱']);
    await post('/api/send', { ...about, body: '👍' });
    expect((await get('/api/texts')).body.texts).toMatchObject([{ reaction: '👍' }]);
  });

  it.each([null, 'wamid.unknown'])('refuses a reaction to the text %j', async (quoted) => {
    await product.close();
    const channels = { WHATSAPP: whatsApp };
    product = await startTestProduct({
      channels,
      listExperts: async () => [{ ...ada, channel: 'WHATSAPP' }],
    });
    const reaction = {
      channel: 'WHATSAPP',
      from: person,
      to: number,
      kind: 'reaction',
      body: '👍',
    };
    expect(await post('/api/send', { ...reaction, quoted })).toEqual({
      status: 422,
      body: { message: 'Choose the text to react to' },
    });
  });

  it("takes no other site's form", async () => {
    expect((await post('/api/send', JSON.stringify(text), 'text/plain')).status).toBe(415);
    expect((await post('/api/reset', '', 'application/x-www-form-urlencoded')).status).toBe(415);
  });
});

describe('pictures, tricks and links', () => {
  it('sends a picture of the gallery', async () => {
    const { gallery } = (await get('/api/gateways')).body as {
      gallery: { file: string; path: string }[];
    };
    const [picture] = gallery;
    const shown = await fetch(product.url.replace('/sandbox', '') + picture?.path);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    const text = { from: person, to: number, pictures: [picture?.file] };
    expect(await post('/api/send', text)).toMatchObject({ status: 201 });
    expect(product.received[0]?.params).toMatchObject({
      NumMedia: '1',
      MediaContentType0: 'image/png',
    });
  });

  it.each([
    ['repeated', 2, 1],
    ['forged', 1, 1],
  ])('sends a %s text', async (trick, times, sids) => {
    await post('/api/send', { from: person, to: number, body: 'Hi', trick });
    expect(product.received).toHaveLength(times);
    expect(new Set(product.received.map(({ params }) => params.MessageSid)).size).toBe(sids);
    const [received] = product.received;
    const signature = String(received?.headers['x-twilio-signature']);
    const params = received?.params ?? {};
    const url = `${product.productUrl}/api/webhooks/experts/ada`;
    const isSigned = twilio.validateRequest(account.authToken, signature, url, params);
    expect(isSigned).toBe(trick !== 'forged');
  });

  it('opens the phone from a link with the text typed', async () => {
    const open = `${product.url}/sms/open/14155550100?text=CONNECT%204K7M9QXT`;
    const { status, headers } = await fetch(open, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([
      302,
      '/sandbox?channel=SMS&to=%2B14155550100&text=CONNECT+4K7M9QXT',
    ]);
  });
});

describe('failures', () => {
  it('are planned and canceled', async () => {
    const mia = { person, channel: 'SMS' };
    const planned = await post('/api/failures', { ...mia, kind: '30003', times: 2 });
    expect(planned.body).toEqual({ failure: { kind: '30003', times: 2 } });
    expect((await get('/api/people')).body.people).toMatchObject([
      { id: person, failures: { SMS: { kind: '30003', times: 2 } } },
    ]);
    expect((await post('/api/failures', { ...mia, kind: null })).body).toEqual({ failure: null });
    expect((await post('/api/failures', { ...mia, kind: 'fire' })).status).toBe(400);
  });
});

describe('the wire', () => {
  it('lists exchanges, shows one whole, and is empty after a reset', async () => {
    await post('/api/send', { from: person, to: number, body: 'Hi' });
    const { entries } = (await get('/api/wire')).body as { entries: { id: number }[] };
    expect(entries).toMatchObject([{ kind: 'webhook', status: 200, person, number, isDone: true }]);
    const { entry } = (await get(`/api/wire/${entries[0]?.id}`)).body as {
      entry: { request: { headers: Record<string, string> } };
    };
    expect(entry.request.headers['x-twilio-signature']).toMatch(/^.{6}…$/);
    await post('/api/reset', {});
    expect((await get('/api/wire')).body).toEqual({ entries: [] });
    expect((await get(`/api/wire/${entries[0]?.id}`)).status).toBe(404);
    expect((await get('/api/nowhere')).body).toEqual({ message: 'No such address' });
  });

  it('streams events, and ends the stream with the sandbox', async () => {
    const stream = await fetch(`${product.url}/api/events`);
    const pieces = stream.body?.pipeThrough(new TextDecoderStream());
    const all = (async () => (await Array.fromAsync(pieces ?? [])).join(''))();
    await post('/api/send', { from: person, to: number, body: 'Hi' });
    await product.sandbox.close();
    const events = await all;
    expect(events).toContain('event: text\ndata: {');
    expect(events).toContain('event: wire\ndata: {');
    expect(events).not.toContain('x-twilio-signature');
  });
});
