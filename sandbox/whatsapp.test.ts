import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hourMs } from '#shared/time.ts';
import type { InboundText } from './gateway.ts';
import { number, person, startTestProduct, type TestProduct } from './test-product.ts';

const app = {
  accessToken: 'a-token',
  appSecret: 'a-secret',
  phoneNumberId: '106540352242922',
  apiUrl: 'http://gateway.example/sandbox/whatsapp',
};
const nameless = 'US.13491208655302741918';

type GraphAnswer = { contacts: object[]; messages: [{ id: string }]; error?: { code: number } };

let product: TestProduct;
beforeEach(async () => {
  product = await startTestProduct({ channels: { WHATSAPP: app } });
});
afterEach(async () => {
  vi.useRealTimers();
  await product.close();
});

async function call(body: unknown, change: { token?: string; sender?: string } = {}) {
  const { token = app.accessToken, sender = app.phoneNumberId } = change;
  const response = await fetch(`${product.url}/whatsapp/v25.0/${sender}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as GraphAnswer };
}
const aText = (change: object = {}) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: person,
  type: 'text',
  text: { preview_url: false, body: 'Hello' },
  biz_opaque_callback_data: 'd1',
  ...change,
});
const write = (change: Partial<InboundText> = {}) =>
  product.sandbox.deliver('WHATSAPP', {
    webhookUrl: `${product.productUrl}/api/webhooks/experts/ada`,
    from: person,
    to: number,
    body: 'Hi',
    ...change,
  });
const values = () => product.received.map(({ body }) => JSON.parse(body).entry[0].changes[0].value);
const statuses = () => values().flatMap((value) => value.statuses ?? []);

describe('sending', () => {
  it("accepts a text and reports its statuses, with the sender's callback data", async () => {
    await write();
    product.received.length = 0;
    const answer = await call(aText());
    expect(answer).toMatchObject({
      status: 200,
      body: { contacts: [{ input: person, wa_id: person.slice(1) }] },
    });
    await product.sandbox.waitUntilIdle();
    expect(product.received.map(({ url }) => url)).toEqual([
      '/api/webhooks/whatsapp',
      '/api/webhooks/whatsapp',
    ]);
    const { id } = answer.body.messages[0];
    expect(statuses()).toMatchObject([
      { id, status: 'sent', recipient_id: person.slice(1), biz_opaque_callback_data: 'd1' },
      { id, status: 'delivered' },
    ]);
    expect(product.sandbox.outbox).toMatchObject([{ person, number, status: 'delivered' }]);
    const sent = product.sandbox.wire.filter(({ kind }) => kind === 'send');
    expect(sent).toMatchObject([{ title: 'Send a text', person, number }]);
    await write();
    await product.sandbox.waitUntilIdle();
    expect(statuses().at(-1)).toMatchObject({ id, status: 'read' });
  });

  it('reaches a person without a number by user id', async () => {
    const { to: _, ...text } = aText();
    const answer = await call({ ...text, recipient: nameless });
    expect(answer.body.contacts).toEqual([{ input: nameless, user_id: nameless }]);
    await product.sandbox.waitUntilIdle();
    expect(statuses()[0]).toMatchObject({ recipient_user_id: nameless });
    expect(statuses()[0]).not.toHaveProperty('recipient_id');
  });

  it.each([
    ['a wrong token', aText(), { token: 'x' }, 401, 190],
    ['an unknown number', aText(), { sender: '1' }, 400, 33],
    ['no JSON', '{', {}, 400, 100],
    ['another product', aText({ messaging_product: 'sms' }), {}, 400, 100],
    ['a number without +', aText({ to: person.slice(1) }), {}, 400, 131009],
    ['nobody', aText({ to: undefined }), {}, 400, 100],
    ['no words', aText({ text: { body: '' } }), {}, 400, 100],
    ['4097 characters', aText({ text: { body: 'x'.repeat(4097) } }), {}, 400, 100],
    ['another type', aText({ type: 'hologram' }), {}, 400, 131051],
    [
      'a message that is not there',
      { messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.x' },
      {},
      400,
      131009,
    ],
  ])('refuses %s', async (_, body, change, status, code) => {
    expect(await call(body, change)).toMatchObject({ status, body: { error: { code } } });
    expect(product.sandbox.outbox).toEqual([]);
  });

  it('refuses a text a day after the person last wrote', async () => {
    await write();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * hourMs });
    expect(await call(aText())).toMatchObject({ body: { error: { code: 131047 } } });
    await write();
    expect((await call(aText())).status).toBe(200);
  });

  it.each([
    ['131047', 131047],
    ['130429', 130429],
    ['131016', 131016],
    ['190', 190],
  ])('fails with %s when it is planned, once', async (kind, code) => {
    product.sandbox.planFailure(person, { kind, times: 1 }, 'WHATSAPP');
    expect(await call(aText())).toMatchObject({ body: { error: { code } } });
    expect((await call(aText())).status).toBe(200);
  });

  it.each([
    ['131026', ['sent', 'failed'], 131026],
    ['131000', ['sent', 'failed'], 131000],
    ['shuffled', ['read', 'sent', 'delivered'], undefined],
  ])('reports %s afterwards', async (kind, expected, code) => {
    product.sandbox.planFailure(person, { kind, times: 1 }, 'WHATSAPP');
    await call(aText());
    await product.sandbox.waitUntilIdle();
    expect(statuses().map(({ status }) => status)).toEqual(expected);
    const errors = statuses().at(-1).errors;
    expect(errors?.[0].code).toBe(code);
  });

  it('marks a message as read', async () => {
    const { text } = await write();
    const read = { messaging_product: 'whatsapp', status: 'read', message_id: text.sid };
    const typing = { typing_indicator: { type: 'text' } };
    expect(await call({ ...read, ...typing })).toEqual({ status: 200, body: { success: true } });
    expect(product.sandbox.texts[0]?.status).toBe('read');
    expect(product.sandbox.wire.at(-1)).toMatchObject({ person, number });
  });
});

describe('a text of a person', () => {
  it('is signed over the bytes that are sent, escaped as Meta does', async () => {
    const result = await write({ body: 'Größe 👍 1/2?' });
    expect(result).toMatchObject({ status: 200, problem: null });
    const [request] = product.received;
    expect(request?.url).toBe('/api/webhooks/experts/ada');
    expect(request?.body).toContain('Gr\\u00f6\\u00dfe \\ud83d\\udc4d 1\\/2?');
    const expected = createHmac('sha256', app.appSecret)
      .update(request?.body ?? '')
      .digest('hex');
    expect(request?.headers['x-hub-signature-256']).toBe(`sha256=${expected}`);
    expect(values()[0]).toMatchObject({
      metadata: { display_phone_number: number.slice(1), phone_number_id: app.phoneNumberId },
      contacts: [{ wa_id: person.slice(1) }],
      messages: [{ from: person.slice(1), type: 'text', text: { body: 'Größe 👍 1/2?' } }],
    });
  });

  it('has no number of a person who hides it', async () => {
    await write({ from: nameless });
    expect(values()[0].messages[0]).toMatchObject({ from_user_id: nameless });
    expect(values()[0].messages[0]).not.toHaveProperty('from');
    expect(values()[0].contacts[0]).not.toHaveProperty('wa_id');
  });

  it('may be a picture, whose bytes need the token', async () => {
    const bytes = Buffer.from('a picture');
    await write({ pictures: [{ bytes, contentType: 'image/png' }], body: 'Mine' });
    const { image } = values()[0].messages[0];
    expect(image).toMatchObject({ mime_type: 'image/png', caption: 'Mine' });
    const headers = { authorization: `Bearer ${app.accessToken}` };
    const about = await fetch(`${product.url}/whatsapp/v25.0/${image.id}`, { headers });
    const { url, file_size } = (await about.json()) as { url: string; file_size: number };
    expect(file_size).toBe(bytes.length);
    const here = url.replace(app.apiUrl, `${product.url}/whatsapp`);
    expect(await (await fetch(here, { headers })).text()).toBe('a picture');
    expect((await fetch(here)).status).toBe(401);
  });

  it('may be a voice message, a place, or a reaction', async () => {
    await write({ kind: 'voice', body: '' });
    await write({ kind: 'location', body: 'The zoo' });
    const sent = await call(aText());
    const quoted = sent.body.messages[0].id;
    await write({ kind: 'reaction', body: '👍', quoted });
    await write({ body: 'This one', quoted });
    await product.sandbox.waitUntilIdle();
    const messages = values().flatMap((value) => value.messages ?? []);
    expect(messages).toMatchObject([
      { type: 'audio', audio: { voice: true } },
      { type: 'location', location: { name: 'The zoo' } },
      { type: 'reaction', reaction: { message_id: quoted, emoji: '👍' } },
      { type: 'text', context: { id: quoted } },
    ]);
    expect(product.sandbox.outbox[0]?.reaction).toBe('👍');
  });

  it('may be edited and deleted', async () => {
    const { text } = await write({ body: 'Helo' });
    await write({ kind: 'edit', quoted: text.sid, body: 'Hello' });
    expect(product.sandbox.texts[0]).toMatchObject({ body: 'Hello', change: 'edited' });
    await write({ kind: 'revoke', quoted: text.sid, body: '' });
    expect(product.sandbox.texts).toMatchObject([{ body: '', change: 'deleted' }]);
    const original_message_id = text.sid;
    const now = { type: 'text', text: { body: 'Hello' } };
    expect(values().flatMap((value) => value.messages)).toMatchObject([
      { id: text.sid },
      { type: 'edit', edit: { original_message_id, message: now } },
      { type: 'revoke', revoke: { original_message_id } },
    ]);
  });

  it('is retried until it is accepted', async () => {
    product.answers.unshift(
      { status: 500, type: 'text/plain', body: '' },
      { status: 503, type: 'text/plain', body: '' },
    );
    expect(await write()).toMatchObject({ status: 500 });
    await product.sandbox.waitUntilIdle();
    expect(product.received).toHaveLength(3);
    expect(new Set(product.received.map(({ body }) => body)).size).toBe(1);
  });

  it.each([
    ['repeated', 2, true],
    ['forged', 1, false],
  ] as const)('can be %s', async (trick, times, isMetas) => {
    await write({ trick });
    expect(product.received).toHaveLength(times);
    const [request] = product.received;
    const expected = createHmac('sha256', app.appSecret)
      .update(request?.body ?? '')
      .digest('hex');
    const given = request?.headers['x-hub-signature-256'];
    expect(given === `sha256=${expected}`).toBe(isMetas);
  });
});
