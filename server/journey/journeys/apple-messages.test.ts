import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachments, type ExpertRow } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { answerOnly } from '#test/queue.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { trackClosing } from '../journey.ts';

const businessId = 'a884eddf-a0b7-4d25-8f93-8ae2c0b2ad6d';
let test: TestApp;
let expert: ExpertRow;
let { messagesOf, threadOf, spends, received } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test, { channel: 'AMB', handle: businessId, phoneNumber: null });
  ({ messagesOf, threadOf, spends, received } = createTexter(test, expert));
});
afterAll(() => test.close());

let people = 0;
const anAddress = () => `urn:mbid:AQAAsomebody${++people}`;
async function aPerson() {
  const address = anAddress();
  return { address, ...(await aConnectedUser(test, expert, {}, address)) };
}
type Writing = Partial<Parameters<TestApp['sandbox']['deliver']>[1]>;
function writeOnly(from: string, body: string, change: Writing = {}) {
  const webhookUrl = `${test.runtime.config.publicUrl}/api/webhooks/experts/${expert.id}`;
  return test.sandbox.deliver('AMB', { webhookUrl, from, to: businessId, body, ...change });
}
async function write(from: string, body: string, change: Writing = {}) {
  const result = await writeOnly(from, body, change);
  await test.runUntilIdle();
  return result;
}
const close = (from: string) => write(from, '', { kind: 'close' });
const listSent = (address: string) =>
  test.sandbox.wire.flatMap(({ kind, request }) =>
    kind === 'send' && request.headers['destination-id'] === address
      ? [{ ...request.headers, ...JSON.parse(request.body) }]
      : [],
  );

describe('Apple Messages', () => {
  it('ignores typing, and recognizes a repeated message by its id', async () => {
    const { address, user } = await aPerson();
    const { status } = await write(address, 'What is 12*7?', { trick: 'repeated' });
    expect(status).toBe(200);
    const types = test.sandbox.wire
      .filter(({ kind, request }) => kind === 'webhook' && request.headers['source-id'] === address)
      .map(({ title }) => title);
    expect(types).toEqual(['Webhook: typing_start', 'Webhook: text', 'Webhook: text']);
    expect(await messagesOf(address)).toHaveLength(2);
    expect(received(address)).toHaveLength(1);
    expect(await spends(user.id)).toBe(1);
  });

  it('refuses a request that another sender has signed', async () => {
    const { address } = await aPerson();
    expect(await write(address, 'Let me in', { trick: 'forged' })).toMatchObject({ status: 403 });
    expect(await messagesOf(address)).toEqual([]);
  });

  it("accepts only its experts' businesses", async () => {
    const webhookUrl = `${test.runtime.config.publicUrl}/api/webhooks/apple`;
    const unknown = '00000000-0000-4000-8000-000000000000';
    const { address } = await aPerson();
    expect(await write(address, 'Hi', { webhookUrl, to: unknown })).toMatchObject({ status: 404 });
    // The message names its business, so the expert's own address changes nothing.
    expect(await write(address, 'Hi', { to: unknown })).toMatchObject({ status: 404 });
    const urn = `urn:biz:${businessId.toUpperCase()}`;
    expect(await write(address, 'Hi', { webhookUrl, to: urn })).toMatchObject({ status: 200 });
    expect(received(address)).toHaveLength(1);
  });

  it('shows that an answer is being written, and marks automatic texts', async () => {
    const admin = await signIn(test, asAdmin);
    const { address, thread } = await aPerson();
    await write(address, 'Hello');
    await admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'I am Grace.' });
    await test.runUntilIdle();
    expect(listSent(address)).toMatchObject([
      { type: 'typing_start' },
      { 'auto-reply': 'true', 'source-id': businessId, type: 'text' },
      { body: 'I am Grace.' },
    ]);
    expect(listSent(address)[2]).not.toHaveProperty('auto-reply');
  });

  it('soon resends under the same id after an error at Apple', async () => {
    const { address } = await aPerson();
    await write(address, 'Hello [send 500]');
    expect(received(address)).toEqual([]);
    await test.advance(5_000);
    await test.runUntilIdle();
    expect(received(address)).toHaveLength(1);
    const ids = listSent(address).flatMap(({ type, id }) => (type === 'text' ? id : []));
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('sends a stranger a rich link to the site', async () => {
    const address = anAddress();
    await write(address, 'Hello?');
    const { publicUrl } = test.runtime.config;
    const title = 'Sign up and connect to chat with Ada';
    expect(listSent(address)).toMatchObject([
      { type: 'richLink', richLinkData: { url: publicUrl, title } },
    ]);
    const [, invitation] = await messagesOf(address);
    expect(invitation).toMatchObject({ body: expect.stringContaining(publicUrl) });
  });

  it('connects a person who opens the chat by the link and sends its code', async () => {
    const mia = await signIn(test);
    const { body } = await mia.call('POST', `/api/experts/${expert.id}/connect`);
    expect(body).toMatchObject({ state: 'pending', code: expect.stringMatching(/^[2-9A-Z]{8}$/) });
    const link = new URL(body.link);
    expect(link.pathname).toContain(`urn:biz:${businessId}`);
    const words = link.searchParams.get('body') ?? '';
    expect(words).toBe(`CONNECT ${body.code}`);
    const address = anAddress();
    await write(address, words);
    expect(received(address)).toEqual([expect.stringContaining("You're connected with Ada")]);
    await write(address, 'What is 12*7?');
    expect(received(address)).toHaveLength(2);
    expect(await spends(mia.user.id)).toBe(1);
  });

  it('shows a picture that only its message can decrypt', async () => {
    const { address } = await aPerson();
    const bytes = readFileSync(new URL('../../channels/apple-messages/card.png', import.meta.url));
    const picture = await show(address, bytes, 'image/png');
    const [message] = await messagesOf(address);
    expect(message).toMatchObject({ body: 'What is this?', content: 'words' });
    expect(picture).toMatchObject({ state: 'stored', width: 240, height: 240 });
  });

  it('reads an iPhone picture: upright and without its location', async () => {
    const { address } = await aPerson();
    const picture = await show(address, aHeic());
    expect(picture).toMatchObject({ state: 'stored', width: 90, height: 120 });
    expect(received(address)).toEqual([expect.stringContaining('90×120')]);
    const kept = sharp(picture?.picture as Buffer);
    const { format, exif } = await kept.metadata();
    expect([format, exif]).toEqual(['webp', undefined]);
    const { data } = await kept.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const [red = 0, , blue = 0] = data;
    const [redBelow = 0, , blueBelow = 0] = data.subarray(-3);
    expect([red > blue, redBelow > blueBelow]).toEqual([true, false]);
  });

  it.each([
    ['is cut in its middle', cut(aHeic(), 0.9), 'damaged or incomplete'],
    ['is cut in its header', cut(aHeic(), 0.3), 'damaged or incomplete'],
    ['says that it is huge', huge(aHeic()), 'more than 40 megapixels'],
    ['is of another codec', aHeic('avif'), "can't be read, only pictures"],
  ])('reports an iPhone picture that %s', async (_, bytes, reason) => {
    const { address } = await aPerson();
    const picture = await show(address, bytes);
    expect(picture).toMatchObject({ state: 'failed', reason: expect.stringContaining(reason) });
    expect(received(address)).toHaveLength(1);
  });

  it("keeps a sticker's transparency", async () => {
    const { address } = await aPerson();
    const { picture } = (await show(address, heic('sticker'))) ?? {};
    const { data } = await sharp(picture as Buffer)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [, , , alphaOfFirst] = data;
    expect([alphaOfFirst, data.at(-1)]).toEqual([255, 0]);
  });
});

const heic = (name: string) =>
  readFileSync(new URL(`../../outside/images/fixtures/${name}.heic`, import.meta.url));
/** As an iPhone writes it. */
function aHeic(brand = 'heic'): Buffer {
  const bytes = heic('iphone');
  const text = bytes.subarray(0, 32).toString('latin1').replaceAll('heic', brand);
  return Buffer.concat([Buffer.from(text, 'latin1'), bytes.subarray(32)]);
}
function cut(bytes: Buffer, share: number): Buffer {
  return bytes.subarray(0, bytes.length * share);
}
function huge(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf('ispe') + 8;
  bytes.writeUInt32BE(20_000, at);
  bytes.writeUInt32BE(20_000, at + 4);
  return bytes;
}
async function show(address: string, bytes: Buffer, contentType = 'image/heic') {
  await write(address, 'What is this?', { pictures: [{ bytes, contentType }] });
  const [message] = await messagesOf(address);
  const [picture] = await test.runtime.db
    .select()
    .from(attachments)
    .where(eq(attachments.messageId, message?.id ?? ''));
  return picture;
}

describe('a closed conversation', () => {
  it('gets no texts until the person writes', async () => {
    const admin = await signIn(test, asAdmin);
    const { address, user, thread } = await aPerson();
    await write(address, 'Hello');
    await close(address);
    const refused = await admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Hi' });
    expect([refused.status, refused.body]).toEqual([
      422,
      {
        message: 'This person has closed the conversation with Ada. It reopens when they write.',
      },
    ]);
    await write(address, 'Here I am again');
    expect(received(address)).toHaveLength(2);
    expect(await spends(user.id)).toBe(2);
  });

  it('drops the reply in progress and refunds the credit', async () => {
    const { address, user } = await aPerson();
    const webhookUrl = `${test.runtime.config.publicUrl}/api/webhooks/apple`;
    const from = { webhookUrl, from: address, to: businessId };
    await test.sandbox.deliver('AMB', { ...from, body: 'Hello' });
    await answerOnly(test);
    await test.sandbox.deliver('AMB', { ...from, body: '', kind: 'close' });
    await test.runUntilIdle();
    const [, reply] = await messagesOf(address);
    expect(reply).toMatchObject({
      deliveryState: 'failed',
      deliveryReason: expect.stringContaining('closed the conversation'),
    });
    expect(await getUser(test.runtime.db, user.id)).toMatchObject({ messageCount: 0 });
    // The failed reply must not count as a STOP.
    await write(address, 'And now?');
    expect(received(address)).toHaveLength(1);
  });

  it('stays open if the closing is reported again after the person has written', async () => {
    const { address } = await aPerson();
    const told = { expertId: expert.id, handle: address };
    await trackClosing(test.runtime, { ...told, gatewayMessageId: 'first' });
    await writeOnly(address, 'Here I am again');
    await trackClosing(test.runtime, { ...told, gatewayMessageId: 'first' });
    await test.runUntilIdle();
    expect(received(address)).toHaveLength(1);
    await writeOnly(address, 'And now?');
    await trackClosing(test.runtime, { ...told, gatewayMessageId: 'second' });
    await test.runUntilIdle();
    expect(received(address)).toHaveLength(1);
  });

  it('is not answered if it closes before the model call', async () => {
    const { address, user } = await aPerson();
    const webhookUrl = `${test.runtime.config.publicUrl}/api/webhooks/apple`;
    const from = { webhookUrl, from: address, to: businessId };
    await test.sandbox.deliver('AMB', { ...from, body: 'Hello' });
    await test.sandbox.deliver('AMB', { ...from, body: '', kind: 'close' });
    await test.runUntilIdle();
    expect(await messagesOf(address)).toMatchObject([{ body: 'Hello', guard: 'opted-out' }]);
    expect(await spends(user.id)).toBe(0);
  });

  it("is known from Apple's answer as well", async () => {
    const { address } = await aPerson();
    await write(address, 'Hello [send 410]');
    expect((await messagesOf(address))[1]).toMatchObject({
      deliveryState: 'failed',
      deliveryReason: expect.stringContaining('Apple 410'),
    });
    await write(address, 'Once more');
    expect(received(address)).toHaveLength(1);
  });

  it('stays opted out if the person sent STOP', async () => {
    const { address } = await aPerson();
    await write(address, 'Stop');
    await close(address);
    await write(address, 'Are you there?');
    expect(received(address)).toEqual([expect.stringContaining('You get no more texts')]);
    await write(address, 'START');
    await write(address, 'And now?');
    expect(received(address)).toHaveLength(3);
  });
});

describe('a request for a human', () => {
  const readWantedSince = async (address: string) => (await threadOf(address)).humanWantedAt;

  it.each(['agent', 'Human', ' representative! ', 'SUPPORT'])(
    '%s: gets a text that one comes',
    async (word) => {
      const { address, user } = await aPerson();
      await write(address, word);
      expect(received(address)).toEqual([expect.stringContaining('a person will answer you here')]);
      expect((await messagesOf(address))[0]).toMatchObject({ guard: 'human' });
      expect(await readWantedSince(address)).not.toBeNull();
      expect(await spends(user.id)).toBe(0);
    },
  );

  it('HELP gets the usual answer, and requests a human', async () => {
    const { address } = await aPerson();
    await write(address, 'Help');
    expect(received(address)).toEqual([expect.stringContaining(test.runtime.config.publicUrl)]);
    expect(await readWantedSince(address)).not.toBeNull();
  });

  it.each(['List', '?'])('%s gets the usual answer, and requests no human', async (word) => {
    const { address } = await aPerson();
    await write(address, word);
    expect(received(address)).toEqual([expect.stringContaining('Reply AGENT to reach a person')]);
    expect(await readWantedSince(address)).toBeNull();
  });

  it('stays open until an admin writes; what is written meanwhile is held', async () => {
    const admin = await signIn(test, asAdmin);
    const { address, thread } = await aPerson();
    await write(address, 'agent');
    const since = await readWantedSince(address);
    await write(address, 'What is 12*7, while I wait?');
    await test.advance(60_000);
    await write(address, 'Agent');
    expect(await readWantedSince(address)).toEqual(since);
    expect(received(address)).toHaveLength(2);
    expect((await messagesOf(address)).map(({ answerState }) => answerState)).toContain('held');
    const shown = await admin.call('GET', `/api/threads/${thread.id}/messages`);
    expect(shown.body).toMatchObject({ thread: { humanWantedAt: since?.toISOString() } });
    await admin.call('POST', `/api/threads/${thread.id}/messages`, { body: 'Grace here.' });
    expect(await readWantedSince(address)).toBeNull();
  });

  it('SPAM is an ordinary text on other channels', async () => {
    const ada = await anExpert(test);
    const { phone } = await aConnectedUser(test, ada);
    await createTexter(test, ada).text(phone, 'Spam');
    await test.runUntilIdle();
    expect((await messagesOf(phone)).map(({ origin }) => origin)).toEqual(['gateway', 'ai']);
  });

  it('SPAM means STOP', async () => {
    const { address } = await aPerson();
    await write(address, 'Spam');
    expect(received(address)).toEqual([expect.stringContaining('You get no more texts')]);
  });
});

it("an expert's business matches in any spelling", async () => {
  const admin = await signIn(test, asAdmin);
  const handle = 'URN:biz:0F2D6C1E-0000-4000-8000-000000000001';
  const { providerId } = expert;
  const facts = { channel: 'AMB', displayName: 'Bea', providerId };
  const made = await admin.call('POST', '/api/experts', { ...facts, handle });
  expect(made.body).toMatchObject({ expert: { handle: handle.toLowerCase().slice(8) } });
  const again = await admin.call('POST', '/api/experts', { ...facts, handle: handle.slice(8) });
  expect(again.status).toBe(409);
  const number = { channel: 'SMS', phoneNumber: aPhone(), handle: 'Bea' };
  const other = await admin.call('POST', '/api/experts', { ...facts, ...number });
  expect(other.body).toMatchObject({ expert: { handle: 'Bea' } });
});
