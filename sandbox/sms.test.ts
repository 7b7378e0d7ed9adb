import twilio from 'twilio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hourMs } from '#shared/time.ts';
import { account, number, person, startTestProduct, type TestProduct } from './test-product.ts';

let product: TestProduct;
beforeEach(async () => {
  product = await startTestProduct();
});
afterEach(() => product.close());

type Json = Record<string, unknown>;
const authorization = `Basic ${btoa(`${account.accountSid}:${account.authToken}`)}`;

function messagesUrl(rest = '.json'): string {
  return `${product.url}/sms/2010-04-01/Accounts/${account.accountSid}/Messages${rest}`;
}

async function create(
  fields: Record<string, string>,
  headers: Record<string, string> = { authorization },
) {
  const body = new URLSearchParams(fields);
  const response = await fetch(messagesUrl(), { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Json };
}

async function list(query: string) {
  const response = await fetch(messagesUrl(`.json?${query}`), { headers: { authorization } });
  return (await response.json()) as { messages: Json[]; next_page_uri: string | null };
}

const hello = { To: person, From: number, Body: 'Hello & welcome' };

/** Twilio's client has no setting for another address. */
function connect(username = account.accountSid, password = account.authToken) {
  const httpClient = new twilio.RequestClient();
  const send = httpClient.request.bind(httpClient);
  httpClient.request = (options) => {
    const uri = options.uri.replace('https://api.twilio.com', `${product.url}/sms`);
    return send({ ...options, uri });
  };
  return twilio(username, password, { accountSid: account.accountSid, httpClient });
}

describe('the official client', () => {
  const sms = { to: person, from: number, body: 'Hello & welcome' };
  const picture = { bytes: Buffer.from('a picture'), contentType: 'image/png' };
  const writeBack = (body: string, pictures = [picture]) =>
    product.sandbox.deliverText({
      webhookUrl: `${product.productUrl}/hook`,
      from: person,
      to: number,
      body,
      pictures,
    });

  it('creates a message and fetches it again', async () => {
    const { messages } = connect();
    const message = await messages.create(sms);
    expect(message).toMatchObject({ ...sms, status: 'queued', numSegments: '1', errorCode: null });
    await product.sandbox.waitUntilIdle();
    const known = await messages(message.sid).fetch();
    expect(known).toMatchObject({ sid: message.sid, status: 'delivered' });
    expect(known.dateSent).toBeInstanceOf(Date);
  });

  it('lists what was sent today, before and after', async () => {
    const { messages } = connect();
    const { sid } = await messages.create(sms);
    const sidsOf = async (filter: Parameters<typeof messages.list>[0]) =>
      (await messages.list({ to: person, ...filter })).map((each) => each.sid);
    const now = Date.now();
    const today = new Date(new Date(now).toISOString().slice(0, 10));
    for (const found of [
      { dateSent: new Date(now) },
      { dateSent: today },
      { dateSentAfter: today },
      { dateSentBefore: new Date(now + hourMs) },
      { dateSentAfter: new Date(now - hourMs), dateSentBefore: new Date(now + hourMs) },
    ]) {
      expect(await sidsOf(found), JSON.stringify(found)).toEqual([sid]);
    }
    for (const empty of [
      { dateSent: new Date(now - 24 * hourMs) },
      { dateSentBefore: today },
      { dateSentAfter: new Date(now + hourMs) },
      { from: '+14155550199' },
    ]) {
      expect(await sidsOf(empty), JSON.stringify(empty)).toEqual([]);
    }
  });

  it('pages through a long list', async () => {
    const { messages } = connect();
    for (const body of ['one', 'two', 'three']) await messages.create({ ...sms, body });
    const listed = await messages.list({ pageSize: 2, limit: 5 });
    expect(listed.map(({ body }) => body)).toEqual(['three', 'two', 'one']);
  });

  it('names the files that came with a message', async () => {
    const { text } = await writeBack('Look');
    const message = connect().messages(text.sid);
    expect((await message.fetch()).numMedia).toBe('1');
    const [media] = await message.media.list();
    expect(media).toMatchObject({
      sid: text.pictures[0]?.sid,
      parentSid: text.sid,
      contentType: 'image/png',
    });
    expect(await message.media(media?.sid ?? '').fetch()).toMatchObject({ sid: media?.sid });
    await expect(message.media(`ME${'0'.repeat(32)}`).fetch()).rejects.toMatchObject({
      status: 404,
      code: 20404,
    });
  });

  it('gets 404, not 401, for what is not there', async () => {
    const missing = { status: 404, code: 20404 };
    const client = connect();
    await expect(client.messages(`SM${'0'.repeat(32)}`).fetch()).rejects.toMatchObject(missing);
    await expect(client.calls.list()).rejects.toMatchObject(missing);
    const other = client.api.accounts(`AC${'b'.repeat(32)}`).messages;
    await expect(other.list()).rejects.toMatchObject(missing);
    const { text } = await product.sandbox.deliverText({
      webhookUrl: `${product.productUrl}/hook`,
      from: person,
      to: number,
      body: 'Hi',
    });
    expect((await client.messages(text.sid).fetch()).direction).toBe('inbound');
    const stranger = connect(account.accountSid, 'wrong');
    await expect(stranger.messages(text.sid).fetch()).rejects.toMatchObject({
      status: 401,
      code: 20003,
    });
    await expect(stranger.calls.list()).rejects.toMatchObject({ status: 401 });
  });

  it('sends only from numbers of the account', async () => {
    const { messages } = connect();
    const from = '+14155550199';
    await expect(messages.create({ ...sms, from })).rejects.toMatchObject({
      status: 400,
      code: 21606,
      message: expect.stringContaining(from),
    });
    expect(product.sandbox.outbox).toEqual([]);
    // A number once texted stays the account's.
    await product.sandbox.deliverText({
      webhookUrl: `${product.productUrl}/hook`,
      from: person,
      to: from,
      body: 'Hi',
    });
    expect(await messages.create({ ...sms, from })).toMatchObject({ from });
  });

  it('gets a request id with each answer', async () => {
    const response = await fetch(messagesUrl(), { headers: { authorization } });
    expect(response.headers.get('twilio-request-id')).toMatch(/^RQ[0-9a-f]{32}$/);
  });
});

describe('creating a message', () => {
  it('answers with the resource as Twilio shapes it', async () => {
    const { status, body } = await create(hello);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      account_sid: account.accountSid,
      api_version: '2010-04-01',
      body: 'Hello & welcome',
      date_sent: null,
      direction: 'outbound-api',
      error_code: null,
      from: number,
      num_segments: '1',
      status: 'queued',
      to: person,
    });
    expect(body.sid).toMatch(/^SM[0-9a-f]{32}$/);
    expect(body.date_created).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/);
    expect(product.sandbox.outbox.map((text) => text.body)).toEqual(['Hello & welcome']);
  });

  it('picks the sender for a messaging service', async () => {
    const MessagingServiceSid = `MG${'0'.repeat(32)}`;
    const { body } = await create({ To: person, Body: 'Hi', MessagingServiceSid });
    expect(body).toMatchObject({ status: 'accepted', from: null, num_segments: '0' });
    await product.sandbox.waitUntilIdle();
    expect(product.sandbox.outbox[0]).toMatchObject({ number, status: 'delivered' });
  });

  it.each([
    [21604, { To: '' }],
    [21603, { From: '' }],
    [21602, { Body: '' }],
    [21617, { Body: 'x'.repeat(1601) }],
    [21211, { To: '+1202' }],
    [21211, { To: '+15005550001' }],
    [21612, { To: '+15005550002' }],
    [21408, { To: '+15005550003' }],
    [21610, { To: '+15005550004' }],
    [21614, { To: '+15005550009' }],
    [21212, { From: '+15005550001' }],
    [21606, { From: '+15005550007' }],
    [21611, { From: '+15005550008' }],
    [21266, { From: person }],
    [21910, { To: `whatsapp:${person}` }],
    [21609, { StatusCallback: 'nowhere' }],
  ])('refuses with %i for %j', async (code, change) => {
    const { status, body } = await create({ ...hello, ...change });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code,
      status: 400,
      more_info: `https://www.twilio.com/docs/errors/${code}`,
    });
    expect(product.sandbox.outbox).toEqual([]);
  });

  it('refuses other credentials with 20003', async () => {
    const wrong = { authorization: `Basic ${btoa(`${account.accountSid}:wrong`)}` };
    expect(await create(hello, wrong)).toMatchObject({
      status: 401,
      body: { code: 20003, message: 'Authenticate' },
    });
    expect(await create(hello, {})).toMatchObject({ status: 401 });
  });
});

describe('reading messages', () => {
  it('lists by receiver, sender and day, newest first, in pages', async () => {
    for (const Body of ['one', 'two', 'three']) await create({ ...hello, Body });
    await create({ ...hello, To: '+442079460991' });
    const today = new Date().toISOString().slice(0, 10);
    const to = `To=${encodeURIComponent(person)}&From=${encodeURIComponent(number)}`;
    const bodies = async (query: string) => (await list(query)).messages.map((each) => each.body);
    expect(await bodies(`${to}&DateSent=${today}`)).toEqual(['three', 'two', 'one']);
    expect(await bodies(`${to}&DateSent>=${today}&PageSize=2`)).toEqual(['three', 'two']);
    expect(await bodies(`${to}&DateSent%3E=${today}&PageSize=2&Page=1`)).toEqual(['one']);
    expect(await bodies(`${to}&DateSent<=${today}`)).toHaveLength(3);
    expect(await bodies(`${to}&DateSent=2001-01-01`)).toEqual([]);
    expect((await list(`${to}&PageSize=2`)).next_page_uri).toContain('Page=1');
  });
});

describe('status callbacks', () => {
  const statuses = () => product.received.map((each) => each.params.MessageStatus);

  it('come in order, signed over the exact address', async () => {
    const StatusCallback = `${product.productUrl}/status?message=1&x=%20`;
    const { body } = await create({ ...hello, StatusCallback });
    await product.sandbox.waitUntilIdle();
    expect(statuses()).toEqual(['sent', 'delivered']);
    for (const { headers, params } of product.received) {
      const signature = String(headers['x-twilio-signature']);
      expect(twilio.validateRequest(account.authToken, signature, StatusCallback, params)).toBe(
        true,
      );
      expect(params).toMatchObject({
        MessageSid: body.sid,
        From: number,
        To: person,
        ApiVersion: '2010-04-01',
      });
    }
    expect(product.received[1]?.params.RawDlrDoneDate).toMatch(/^\d{10}$/);
  });

  it('are not retried after a 500, unless the URL says so', async () => {
    product.answers.unshift({ status: 500, type: 'text/plain', body: '' });
    await create({ ...hello, StatusCallback: `${product.productUrl}/status` });
    await product.sandbox.waitUntilIdle();
    expect(statuses()).toEqual(['sent', 'delivered']);
    product.received.length = 0;
    product.answers.unshift({ status: 500, type: 'text/plain', body: '' });
    await create({ ...hello, StatusCallback: `${product.productUrl}/status#rc=2&rp=5xx` });
    await product.sandbox.waitUntilIdle();
    expect(statuses()).toEqual(['sent', 'sent', 'delivered']);
  });
});

describe('planned failures', () => {
  it.each([
    ['21610', 400, 21610],
    ['429', 429, 20429],
    ['500', 500, 20500],
  ] as const)('%s is answered once', async (kind, status, code) => {
    product.sandbox.planFailure(person, { kind, times: 1 });
    expect(await create(hello)).toMatchObject({ status, body: { code } });
    expect((await create(hello)).status).toBe(201);
  });

  it('30003 arrives by callback', async () => {
    product.sandbox.planFailure(person, { kind: '30003', times: 1 });
    await create({ ...hello, StatusCallback: `${product.productUrl}/status` });
    await product.sandbox.waitUntilIdle();
    expect(product.received.at(-1)?.params).toMatchObject({
      MessageStatus: 'undelivered',
      ErrorCode: '30003',
    });
  });

  it('timeout accepts the text but leaves the sender without an answer', async () => {
    product.sandbox.planFailure(person, { kind: 'timeout', times: 1 });
    const request = fetch(messagesUrl(), {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(hello),
      signal: AbortSignal.timeout(100),
    });
    await expect(request).rejects.toThrow();
    expect((await list('PageSize=5')).messages).toHaveLength(1);
  });

  it('can be texted from the phone', async () => {
    const webhookUrl = `${product.productUrl}/hook`;
    await product.sandbox.deliverText({
      webhookUrl,
      from: person,
      to: number,
      body: '[send 500 x2] hi',
    });
    expect((await create(hello)).status).toBe(500);
    expect((await create(hello)).status).toBe(500);
    expect((await create(hello)).status).toBe(201);
  });
});

describe('a text from a phone', () => {
  const text = (body: string, to = number) =>
    product.sandbox.deliverText({
      webhookUrl: `${product.productUrl}/hook?expert=1`,
      from: person,
      to,
      body,
    });
  const listShown = () =>
    product.sandbox.texts.filter((each) => each.writtenBy !== 'person').map((each) => each.body);

  it('arrives with every documented field and a good signature', async () => {
    const result = await text('Hello <there> & "you" 100% é');
    expect(result).toMatchObject({ status: 200, problem: null, replies: [] });
    const [received] = product.received;
    expect(received?.params).toMatchObject({
      Body: 'Hello <there> & "you" 100% é',
      From: person,
      To: number,
      FromCity: 'WASHINGTON',
      FromCountry: 'US',
      ToState: 'CA',
      NumMedia: '0',
      NumSegments: '1',
      SmsStatus: 'received',
      AccountSid: account.accountSid,
      MessageSid: result.text.sid,
    });
    const signature = String(received?.headers['x-twilio-signature']);
    const url = `${product.productUrl}/hook?expert=1`;
    expect(twilio.validateRequest(account.authToken, signature, url, received?.params ?? {})).toBe(
      true,
    );
  });

  it('is answered by TwiML, and by plain text, which is a trap', async () => {
    const body =
      '<?xml version="1.0"?><Response><Message>A &amp; B</Message><Message><Body>C</Body></Message></Response>';
    product.answers.unshift(
      { status: 200, type: 'text/xml', body },
      { status: 200, type: 'text/plain', body: 'OK' },
    );
    await text('one');
    await text('two');
    await product.sandbox.waitUntilIdle();
    expect(listShown()).toEqual(['A & B', 'C', 'OK']);
  });

  it.each([
    [{ status: 500, type: 'text/xml', body: '' }, '11200'],
    [{ status: 200, type: 'application/json', body: '{}' }, '12300'],
    [{ status: 200, type: 'text/xml', body: '<Response>' }, '12100'],
  ])('warns of %j with %s', async (answer, code) => {
    product.answers.unshift(answer);
    expect((await text('hi')).problem).toContain(code);
    expect(product.sandbox.wire[0]?.notes.join()).toContain(code);
  });

  it('is retried once if nothing listens', async () => {
    const webhookUrl = 'http://127.0.0.1:9/hook';
    const result = await product.sandbox.deliverText({
      webhookUrl,
      from: person,
      to: number,
      body: 'hi',
    });
    expect(result.status).toBeNull();
    expect(product.sandbox.wire).toHaveLength(2);
  });

  it('stops, restarts and helps by keyword, and is still delivered', async () => {
    await text(' stop ');
    await text('STOP');
    expect(await create(hello)).toMatchObject({ status: 400, body: { code: 21610 } });
    await text('HELP');
    await text('yes');
    await text('YES');
    expect((await create(hello)).status).toBe(201);
    await text('Stop please');
    const gateway = product.sandbox.texts.filter((each) => each.writtenBy === 'gateway');
    expect(gateway.map((each) => each.body.slice(0, 24))).toEqual([
      'You have successfully be',
      'Reply STOP to unsubscrib',
      'You have successfully be',
    ]);
    expect(product.received).toHaveLength(6);
    expect(product.sandbox.outbox).toHaveLength(1);
  });

  it('toll-free numbers know fewer keywords', async () => {
    await text('QUIT', '+18005550100');
    expect(listShown()).toEqual([]);
  });

  it('is left to the product where Twilio does not answer keywords', async () => {
    await product.close();
    product = await startTestProduct({ channels: { SMS: { ...account, answersKeywords: false } } });
    await text('STOP');
    expect(listShown()).toEqual([]);
    expect((await create(hello)).status).toBe(201);
  });

  it('brings pictures, behind credentials and then at a URL that takes none', async () => {
    const bytes = Buffer.from('a picture');
    const sent = await product.sandbox.deliverText({
      webhookUrl: `${product.productUrl}/hook`,
      from: person,
      to: number,
      body: '',
      pictures: [{ bytes, contentType: 'image/png' }],
    });
    const params = product.received[0]?.params;
    expect(params).toMatchObject({
      MessageSid: expect.stringMatching(/^MM[0-9a-f]{32}$/),
      NumMedia: '1',
      MediaContentType0: 'image/png',
      Body: '',
    });
    const toLocal = (url: string | null) =>
      url?.replace('http://gateway.example/sandbox', product.url);
    const get = (url: string | undefined, headers: Record<string, string> = {}) =>
      fetch(url ?? '', { headers, redirect: 'manual' });
    const named = toLocal(params?.MediaUrl0 ?? '');
    expect((await get(named)).status).toBe(401);
    const redirect = await get(named, { authorization });
    expect(redirect.status).toBe(307);
    const stored = toLocal(redirect.headers.get('location'));
    expect((await get(stored, { authorization })).status).toBe(400);
    const found = await get(stored);
    expect(found.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await found.arrayBuffer())).toEqual(bytes);
    expect(stored).toContain(sent.text.pictures[0]?.path.replace('/sandbox', '') ?? '-');
  });

  it('fails to serve a picture where the text asks for it', async () => {
    const contentType = 'image/png';
    const { text: sent } = await product.sandbox.deliverText({
      webhookUrl: `${product.productUrl}/hook`,
      from: person,
      to: number,
      body: '[media 500 x2] look',
      pictures: [{ bytes: Buffer.from('a picture'), contentType }],
    });
    const url = product.url + (sent.pictures[0]?.path.replace('/sandbox', '') ?? '');
    const statuses = [await fetch(url), await fetch(url), await fetch(url)].map(
      (got) => got.status,
    );
    expect(statuses).toEqual([500, 500, 200]);
  });

  it('keeps secrets off the wire log', async () => {
    await text('hi');
    await create(hello);
    const log = JSON.stringify(product.sandbox.wire);
    expect(log).not.toContain(account.authToken);
    expect(log).not.toContain(authorization);
    expect(log).not.toContain(String(product.received[0]?.headers['x-twilio-signature']));
  });
});
