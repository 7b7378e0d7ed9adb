import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExpertRow, optOuts } from '#server/db/schema.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, type callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter, inOneYear } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let admin: ReturnType<typeof callAs>;
let { webhookFor, messagesOf, threadOf } = {} as ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp({ TWILIO_ANSWERS_KEYWORDS: 'false' });
  expert = await anExpert(test);
  ({ webhookFor, messagesOf, threadOf } = createTexter(test, expert));
  ({ call: admin } = await signIn(test, asAdmin));
});
afterAll(() => test.close());

async function write(from: string, body: string, change: Record<string, string> = {}) {
  const MessageSid = `SM${randomBytes(16).toString('hex')}`;
  const { status } = await webhookFor(from, body, { MessageSid, ...change }).send();
  expect(status).toBe(200);
  await test.runUntilIdle();
}

/** What left for this number, by any way. */
const sentTo = (number: string) =>
  test.sandbox.outbox.filter(({ to, person }) => to.includes(number) || person.includes(number));

const agent = 'rcs:brand_ada_agent';

describe('a sender with a prefix', () => {
  it.each([
    { name: 'RCS', way: 'rcs:', to: agent },
    { name: 'WhatsApp through Twilio', way: 'whatsapp:', to: null },
  ])(
    'of $name is the same person and thread, answered by the way the text came',
    async ({ way, to }) => {
      const { user } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
      const phone = user.phoneNumber as string;
      const our = expert.phoneNumber as string;
      await write(phone, 'What is 2+2?');
      const before = await threadOf(phone);
      await write(`${way}${phone}`, 'What is 3+3?', { To: to ?? way + our });
      await write(phone, 'What is 4+4?');
      expect((await threadOf(phone)).id).toBe(before.id);
      const sent = sentTo(phone);
      expect(sent.map((one) => one.to)).toEqual([phone, `${way}${phone}`, phone]);
      expect(sent.map((one) => one.from)).toEqual([our, to ?? way + our, our]);
      expect(sent.map(({ body }) => body).join(' ')).toMatch(/4.*6.*8/s);
      const messages = await messagesOf(phone);
      expect(
        messages.filter(({ origin }) => origin === 'ai').map((one) => one.deliveryState),
      ).toEqual(['delivered', 'delivered', 'delivered']);
    },
  );

  it('stops and starts for every way at once', async () => {
    const { user } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
    const phone = user.phoneNumber as string;
    await write(`RCS:${phone}`, 'STOP', { To: agent });
    expect(sentTo(phone).map(({ to }) => to)).toEqual([`rcs:${phone}`]);
    await write(phone, 'What is 2+2?');
    await write(`whatsapp:${phone}`, 'What is 2+2?');
    expect(sentTo(phone)).toHaveLength(1);
    await write(phone, 'START');
    await write(phone, 'What is 3+3?');
    expect(sentTo(phone).at(-1)).toMatchObject({ to: phone });
    expect(sentTo(phone)).toHaveLength(3);
  });

  it.each(['sms:', 'tel:'])('%s is a plain text', async (way) => {
    const { user } = await aConnectedUser(test, expert, { subExpiration: inOneYear() });
    const phone = user.phoneNumber as string;
    await write(`${way}${phone}`, 'What is 2+2?');
    expect(sentTo(phone)).toMatchObject([{ to: phone, from: expert.phoneNumber }]);
  });
});

describe("a sender that is no person's number", () => {
  it.each([
    ['a short code', '72345'],
    ['a name', 'AMAZON'],
    ['a toll-free line', '+18885550143'],
    ['a premium line', '+19005550143'],
    ['a British pager', '+447640123456'],
    ['a Canadian phone', '+14165550143'],
    ['a German phone', '+4915112345678'],
    ['a German phone by RCS', 'rcs:+4915112345679'],
    ['a short code with a prefix', 'sms:72346'],
    ['a name with a prefix', 'MMS:BANK'],
  ])('%s is stored and shown, and gets no text whatever it writes', async (_, from) => {
    const handle = from.replace(/^(rcs|sms|mms):/i, '');
    for (const body of [
      'Hello',
      'HELP',
      'STOP',
      'START',
      'YES',
      'I want to kill myself',
      'HUMAN',
    ]) {
      await write(from, body);
    }
    await test.advance(25 * hourMs);
    await write(from, 'Your code is 123456');
    expect(sentTo(handle)).toEqual([]);
    const messages = await messagesOf(handle);
    expect(messages).toHaveLength(8);
    for (const message of messages) {
      expect(message).toMatchObject({ answerState: 'recorded', guard: 'sender' });
    }
    const { threads } = (await admin('GET', '/api/threads?limit=200')).body;
    const shown = threads.find(({ userHandle }: { userHandle: string }) => userHandle === handle);
    expect(shown).toMatchObject({ canBeTexted: false, isOptedOut: false });
    const refused = await admin('POST', `/api/threads/${shown.id}/messages`, {
      body: 'Who is it?',
    });
    expect(refused.status).toBe(422);
    expect(refused.body.message).toMatch(/^This sender can't be answered/);
    expect(sentTo(handle)).toEqual([]);
  });

  it('is opted out by its STOP, without a confirmation', async () => {
    await write('+16475550143', 'STOP');
    const of = eq(optOuts.handle, '+16475550143');
    expect(await test.runtime.db.select().from(optOuts).where(of)).toHaveLength(1);
    expect(sentTo('+16475550143')).toEqual([]);
  });

  it('does not connect an account by a code', async () => {
    const { call } = await signIn(test);
    const { code } = (await call('POST', `/api/experts/${expert.id}/connect`)).body;
    await write('+18885550199', `CONNECT ${code}`);
    const { experts } = (await call('GET', '/api/experts/public')).body;
    expect(experts.find(({ id }: { id: string }) => id === expert.id).connection).toBe('pending');
    expect(sentTo('+18885550199')).toEqual([]);
  });

  it.each(['+16215550143', '+447781123457', '+17875550143'])(
    '%s is one, and is answered',
    async (phone) => {
      await write(phone, 'Hello');
      expect(sentTo(phone)).toHaveLength(1);
    },
  );

  it('answers people of any country by WhatsApp through Twilio', async () => {
    await write('whatsapp:+4915112345670', 'Hallo');
    expect(sentTo('+4915112345670')).toMatchObject([{ to: 'whatsapp:+4915112345670' }]);
  });
});
