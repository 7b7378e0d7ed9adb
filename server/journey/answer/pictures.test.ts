import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { channelFor } from '#server/channels/index.ts';
import type { TwilioAccount } from '#server/channels/sms/rest.ts';
import { attachments, type ExpertRow } from '#server/db/schema.ts';
import { listAttachments } from '#server/messages/attachments-store.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aPhone, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { received, messagesOf, threadOf, spends, text, webhookFor } = {} as ReturnType<
  typeof createTexter
>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  ({ received, messagesOf, threadOf, spends, text, webhookFor } = createTexter(test, expert));
});
afterAll(() => test.close());

type Picture = { bytes: Buffer; contentType: string };
type Format = 'jpeg' | 'png' | 'gif' | 'webp';

async function aPicture(width = 64, height = 48, format: Format = 'jpeg'): Promise<Picture> {
  const background = { r: 180, g: 40, b: 90, alpha: 1 };
  const image = sharp({ create: { width, height, channels: 4, background } });
  return { bytes: await image.toFormat(format).toBuffer(), contentType: `image/${format}` };
}

async function show(from: string, body: string, pictures: Picture[], to = expert): Promise<void> {
  const webhookUrl = `${test.runtime.config.publicUrl}/api/webhooks/experts/${to.id}`;
  const number = to.phoneNumber as string;
  await test.sandbox.deliverText({ webhookUrl, from, to: number, body, pictures });
  await test.runUntilIdle();
}

async function picturesOf(phone: string) {
  const rows = await messagesOf(phone);
  return listAttachments(
    test.runtime.db,
    rows.map(({ id }) => id),
  );
}

describe('a picture from the phone', () => {
  it('is stored, shown to the model and answered', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await show(phone, '', [await aPicture(640, 480)]);
    const [question, reply] = await messagesOf(phone);
    expect(question).toMatchObject({ body: '', answerState: 'answered' });
    expect(await threadOf(phone)).toMatchObject({ lastMessage: reply?.body });
    expect(await picturesOf(phone)).toMatchObject([{ state: 'stored', width: 640, height: 480 }]);
    expect(received(phone)).toEqual([expect.stringContaining('640x480')]);
    expect(await spends(user.id)).toBe(1);
  });

  it.each(['png', 'gif', 'webp'] as const)('may be %s', async (format) => {
    const { phone } = await aConnectedUser(test, expert);
    await show(phone, 'What is it?', [await aPicture(30, 20, format)]);
    expect(await picturesOf(phone)).toMatchObject([{ state: 'stored', width: 30, height: 20 }]);
    expect(received(phone)).toEqual([expect.stringContaining('30x20')]);
  });

  it('is stored at page size, upright, and without camera metadata', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const { bytes } = await aPicture(2_000, 1_000);
    const camera = await sharp(bytes)
      .withExif({ IFD0: { Copyright: 'Ann', Model: 'A camera' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    await show(phone, 'Mine', [{ bytes: camera, contentType: 'image/jpeg' }]);
    const [picture] = await picturesOf(phone);
    expect(picture).toMatchObject({ state: 'stored', width: 512, height: 1024 });
    const [row] = await test.runtime.db
      .select()
      .from(attachments)
      .where(eq(attachments.id, picture?.id as string));
    const kept = await sharp(row?.picture as Buffer).metadata();
    expect(kept).toMatchObject({ format: 'webp', width: 512, height: 1024 });
    expect(kept.exif).toBeUndefined();
  });

  it('stays in the conversation, at most the last three', async () => {
    const { phone } = await aConnectedUser(test, expert);
    for (const width of [10, 20, 30, 40]) await show(phone, '', [await aPicture(width, 9, 'png')]);
    await text(phone, 'And now?');
    await test.runUntilIdle();
    const call = test.sandbox.wire.findLast(({ kind }) => kind === 'model');
    const shown = call?.request.body.match(/data:image\/webp/g);
    expect(shown).toHaveLength(3);
    expect(call?.request.body).toContain('[Picture]');
  });
});

describe('a picture in the dashboard', () => {
  const pictureUrl = (threadId: string, id: string) => `/api/threads/${threadId}/attachments/${id}`;

  it('is shown to its owner and to admins', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    await show(phone, '', [await aPicture(12, 34)]);
    const call = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
    const { body } = await call('GET', `/api/threads/${thread.id}/messages`);
    const [, question] = body.messages;
    expect(question).toMatchObject({
      body: '',
      segments: 1,
      attachments: [{ state: 'stored', reason: null, width: 12, height: 34 }],
    });
    const address = pictureUrl(thread.id, question.attachments[0].id);
    const { call: callAsAdmin } = await signIn(test, asAdmin);
    for (const reader of [call, callAsAdmin]) {
      const picture = await reader('GET', address);
      expect(picture.status).toBe(200);
      expect(picture.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('is not found by anyone else, nor under another thread', async () => {
    const { phone, thread, user } = await aConnectedUser(test, expert);
    await show(phone, '', [await aPicture()]);
    const [picture] = await picturesOf(phone);
    const id = picture?.id as string;
    const other = await aConnectedUser(test, expert);
    const asOwner = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
    const asOther = callAs(test, await createToken(test.runtime.db, other.user.id, new Date()));
    expect((await asOther('GET', pictureUrl(thread.id, id))).status).toBe(404);
    expect((await asOther('GET', pictureUrl(other.thread.id, id))).status).toBe(404);
    expect((await asOwner('GET', pictureUrl(thread.id, thread.id))).status).toBe(404);
    expect((await asOwner('GET', pictureUrl(thread.id, 'x'))).status).toBe(400);
    expect((await callAs(test, null)('GET', pictureUrl(thread.id, id))).status).toBe(401);
  });

  it('that could not be fetched shows the reason', async () => {
    const { phone, user, thread } = await aConnectedUser(test, expert);
    await show(phone, '', [{ bytes: Buffer.from('GIF'), contentType: 'image/gif' }]);
    const call = callAs(test, await createToken(test.runtime.db, user.id, new Date()));
    const { body } = await call('GET', `/api/threads/${thread.id}/messages`);
    const [failed] = body.messages[1].attachments;
    expect(failed).toMatchObject({ state: 'failed', reason: expect.any(String), width: null });
    expect((await call('GET', pictureUrl(thread.id, failed.id))).status).toBe(404);
  });
});

describe('an attachment', () => {
  it.each([
    ['a video', { contentType: 'video/3gpp' }, "This video can't be read, only pictures."],
    ['a document', { contentType: 'application/pdf' }, "This file can't be read, only pictures."],
    ['a card', { contentType: 'text/vcard' }, "This file can't be read, only pictures."],
  ])(
    'that is %s is not downloaded, and the person is told what can be read',
    async (_, change, reason) => {
      const { phone, user } = await aConnectedUser(test, expert);
      const before = countFetches();
      await show(phone, '', [{ bytes: Buffer.from('anything'), ...change }]);
      expect(countFetches()).toBe(before);
      expect(await picturesOf(phone)).toMatchObject([{ state: 'failed', reason }]);
      const [message] = await messagesOf(phone);
      expect(message).toMatchObject({ answerState: 'refused', guard: 'content' });
      expect(received(phone)).toEqual([expect.stringContaining('only read words and pictures')]);
      expect(await spends(user.id)).toBe(0);
    },
  );

  it.each([
    ['says it is a picture and is none', Buffer.from('%PDF-1.7'), "This file can't be read"],
    ['is broken', Buffer.from('\xFF\xD8\xFF and then nothing', 'latin1'), 'is damaged'],
    ['is larger than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1), 'larger than 5 MB'],
  ])('that %s is left out with a reason', async (_, bytes, reason) => {
    const { phone, user } = await aConnectedUser(test, expert);
    await show(phone, '', [{ bytes, contentType: 'image/jpeg' }]);
    expect(await picturesOf(phone)).toMatchObject([
      { state: 'failed', reason: expect.stringContaining(reason) },
    ]);
    expect(received(phone)).toEqual([expect.stringContaining('Please send it again')]);
    expect(await spends(user.id)).toBe(0);
    const [message] = await messagesOf(phone);
    expect(message?.failures).toMatchObject([{ kind: 'picture' }]);
  });

  it("that can't be read does not keep the text and the other pictures from an answer", async () => {
    const { phone } = await aConnectedUser(test, expert);
    const broken = { bytes: Buffer.from('no picture'), contentType: 'image/png' };
    await show(phone, 'What is 2+2?', [broken]);
    await show(phone, '', [broken, await aPicture(33, 22)]);
    expect(await picturesOf(phone)).toMatchObject([
      { state: 'failed' },
      { state: 'failed' },
      { state: 'stored' },
    ]);
    expect(received(phone)).toEqual([
      expect.stringContaining('4'),
      expect.stringContaining('33x22'),
    ]);
  });

  it('with too many pixels is left out', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await show(phone, '', [await aPicture(8_000, 5_001, 'png')]);
    expect(await picturesOf(phone)).toMatchObject([
      { state: 'failed', reason: 'The picture has more than 40 megapixels.' },
    ]);
  });
});

describe('a gateway that does not deliver a picture', () => {
  it('is called again, and later texts keep their place', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await show(phone, '[media 500 x2]', [await aPicture(50, 40)]);
    await text(phone, 'Behind it');
    await test.runUntilIdle();
    expect(received(phone)).toEqual([]);
    expect((await messagesOf(phone))[0]).toMatchObject({ answerState: 'waiting' });
    for (let round = 0; round < 3; round++) {
      await test.advance(20_000);
      await test.runUntilIdle();
    }
    expect(received(phone)[0]).toContain('50x40');
    expect(received(phone)).toHaveLength(2);
  });

  it('because it is not there yet is called again; the failure is about the picture', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await show(phone, '[media 404 x2]', [await aPicture(60, 30)]);
    const [{ failures } = { failures: [] }] = await messagesOf(phone);
    expect(failures).toMatchObject([
      { detail: 'The picture could not be loaded. (Twilio 404: it is not there, or not yet)' },
    ]);
    for (let round = 0; round < 3; round++) {
      await test.advance(20_000);
      await test.runUntilIdle();
    }
    expect(received(phone)).toEqual([expect.stringContaining('60x30')]);
  });

  it('is given up after four calls, and the text of the message is answered', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await show(phone, 'What is 5*5? [media 500]', [await aPicture()]);
    for (let round = 0; round < 5; round++) {
      await test.advance(20_000);
      await test.runUntilIdle();
    }
    expect(await picturesOf(phone)).toMatchObject([
      { state: 'failed', reason: 'The picture could not be loaded.' },
    ]);
    expect((await messagesOf(phone))[0]?.failures).toHaveLength(4);
    expect(received(phone)).toEqual([expect.stringContaining('25')]);
    expect(await spends(user.id)).toBe(1);
  });

  it('and does not know it: the person is asked to send it again', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    const calls = modelCalls();
    const { apiUrl, accountSid } = twilio();
    const media = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages/MM0/Media/ME0`;
    const named = { NumMedia: '1', MediaUrl0: media, MediaContentType0: 'image/jpeg' };
    expect(await webhookFor(phone, '', named).send()).toMatchObject({ status: 200 });
    for (let round = 0; round < 5; round++) {
      await test.runUntilIdle();
      await test.advance(20_000);
    }
    expect(received(phone)).toEqual([expect.stringContaining('Please send it again')]);
    expect(modelCalls()).toBe(calls);
    expect(await spends(user.id)).toBe(0);
  });

  it('at an address that is not its own is not called at all', async () => {
    const { phone } = await aConnectedUser(test, expert);
    const MediaUrl0 = `${test.runtime.config.publicUrl.replace('localhost', '127.0.0.1')}/api/health`;
    const named = { NumMedia: '1', MediaUrl0, MediaContentType0: 'image/jpeg' };
    const before = countFetches();
    await webhookFor(phone, '', named).send();
    await test.runUntilIdle();
    expect(countFetches()).toBe(before);
    expect((await messagesOf(phone))[0]?.failures[0]?.detail).toContain("address is not Twilio's");
  });
});

describe("a stranger's picture", () => {
  it('gets the invitation like every first text, and no model call', async () => {
    const phone = aPhone();
    const before = modelCalls();
    await show(phone, '', [await aPicture()]);
    expect(received(phone)).toEqual([expect.stringContaining('sign up at')]);
    expect(modelCalls()).toBe(before);
    expect(await threadOf(phone)).toMatchObject({ lastMessage: received(phone)[0] });
  });
});

describe("a model that can't see", () => {
  it.each([
    ['by our own table', 'gpt-3.5-turbo', 'openai'],
    ['by its answer', 'text-only', 'openai'],
    ['by its answer', 'text-only', 'anthropic'],
    ['by its answer', 'text-only', 'google'],
    ['by its answer', 'text-only', 'azure_openai'],
  ] as const)(
    'is recognized %s (%s, %s): the person gets a text, an admin sees why',
    async (_, model, key) => {
      const provider = await aProvider(test, { key, config: { model } });
      const blind = await anExpert(test, { providerId: provider.id });
      const { phone, user } = await aConnectedUser(test, blind);
      await show(phone, 'What is this?', [await aPicture()], blind);
      expect(received(phone)).toEqual([
        "Sorry, I can't read pictures. Please write your question in words.",
      ]);
      const [question] = await messagesOf(phone);
      expect(question).toMatchObject({
        answerState: 'failed',
        failures: [{ kind: 'no_pictures' }],
      });
      expect(question?.failures[0]?.detail).toContain("This model can't read pictures.");
      expect(await spends(user.id)).toBe(0);
      await text(phone, 'What is 3*4?', blind);
      await test.runUntilIdle();
      expect(received(phone)[1]).toContain('12');
    },
  );
});

describe("every vendor's models with vision", () => {
  it.each([
    ['openai', 'gpt-4.1'],
    ['anthropic', 'claude-sonnet-5-5'],
    ['google', 'gemini-3.8-flash'],
    ['azure_openai', 'our-deployment'],
  ] as const)('%s', async (key, model) => {
    const provider = await aProvider(test, { key, config: { model } });
    const seeing = await anExpert(test, { providerId: provider.id });
    const { phone } = await aConnectedUser(test, seeing);
    await show(phone, '', [await aPicture(321, 123)], seeing);
    expect(received(phone)).toEqual([expect.stringContaining('321x123')]);
  });

  it('also on a compatible server, by Chat Completions', async () => {
    const baseUrl = `${test.runtime.config.publicUrl}/sandbox/openai/v1`;
    const provider = await aProvider(test, { config: { model: 'gpt-4.1', baseUrl } });
    const seeing = await anExpert(test, { providerId: provider.id });
    const { phone } = await aConnectedUser(test, seeing);
    await show(phone, '', [await aPicture(321, 123)], seeing);
    expect(received(phone)).toEqual([expect.stringContaining('321x123')]);
  });
});

const countFetches = () =>
  test.sandbox.wire.filter(({ title }) => title === 'Fetch a picture').length;
const modelCalls = () => test.sandbox.wire.filter(({ kind }) => kind === 'model').length;
const twilio = () => channelFor(test.runtime.config, 'SMS')?.settings as TwilioAccount;
