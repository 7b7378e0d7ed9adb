import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelFor } from '#server/channels/index.ts';
import type { TwilioAccount } from '#server/channels/sms/rest.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let { text, received, messagesOf, threadOf, spends, webhookFor } = {} as ReturnType<
  typeof createTexter
>;

beforeAll(async () => {
  test = await startTestApp({ TWILIO_ANSWERS_KEYWORDS: 'false' });
  expert = await anExpert(test);
  ({ text, received, messagesOf, threadOf, spends, webhookFor } = createTexter(test, expert));
});
afterAll(() => test.close());

const aTextFile = (words: string) => ({ bytes: Buffer.from(words), contentType: 'text/plain' });

async function sendFiles(from: string, body: string, ...files: string[]): Promise<void> {
  await text(from, body, expert, { pictures: files.map(aTextFile) });
  await test.runUntilIdle();
}

describe('a text that came as a file', () => {
  it('is the text, and is answered as one', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await sendFiles(phone, '', 'What is 12*7?\r\n');
    const [question, answer] = await messagesOf(phone);
    expect(question).toMatchObject({ body: 'What is 12*7?', answerState: 'answered' });
    expect(received(phone)).toEqual([expect.stringContaining('84')]);
    expect(await threadOf(phone)).toMatchObject({ lastMessage: answer?.body });
    expect(await spends(user.id)).toBe(1);
  });

  it('by WhatsApp is the text, too', async () => {
    const rue = await anExpert(test, { channel: 'WHATSAPP' });
    const { phone } = await aConnectedUser(test, rue);
    await text(phone, '', rue, { pictures: [aTextFile('What is 12*7?')] });
    await test.runUntilIdle();
    expect(received(phone)).toEqual([expect.stringContaining('84')]);
  });

  it('follows the words of its message, which it may repeat', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await sendFiles(phone, 'One', 'Two', 'One', 'Three');
    expect((await messagesOf(phone))[0]).toMatchObject({ body: 'One\nTwo\nThree' });
  });

  it('may be a STOP', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    await sendFiles(phone, '', 'Stop');
    await sendFiles(phone, '', 'Are you there?');
    expect(received(phone)).toEqual([expect.stringContaining('You get no more texts')]);
    expect(await spends(user.id)).toBe(0);
  });

  it('is stored up to 64 KB', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await sendFiles(phone, '', 'long '.repeat(20_000));
    const [question] = await messagesOf(phone);
    expect(question).toMatchObject({ isCut: true, answerState: 'answered' });
    expect(question?.body).toHaveLength(64 * 1024);
  });

  it('of a stranger gets the invitation like every first text', async () => {
    const phone = aPhone();
    await sendFiles(phone, '', 'Hello');
    expect((await messagesOf(phone))[0]).toMatchObject({ body: 'Hello' });
    expect(received(phone)).toEqual([expect.stringContaining('sign up at')]);
  });

  it('is loaded again if the gateway does not have it yet', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await sendFiles(phone, '[media 404 x2]', 'What is 5*5?');
    expect(received(phone)).toEqual([]);
    for (let round = 0; round < 3; round++) {
      await test.advance(20_000);
      await test.runUntilIdle();
    }
    expect(received(phone)).toEqual([expect.stringContaining('25')]);
  });

  it('and never loads: the person is asked to send it again', async () => {
    const { phone, user } = await aConnectedUser(test, expert);
    const MediaUrl0 = `${twilio().apiUrl}/2010-04-01/Accounts/AC0/Messages/MM0/Media/ME0`;
    const named = { NumMedia: '1', MediaUrl0, MediaContentType0: 'text/plain' };
    await webhookFor(phone, '', named).send();
    for (let round = 0; round < 5; round++) {
      await test.runUntilIdle();
      await test.advance(20_000);
    }
    expect(received(phone)).toEqual(["Sorry, your text couldn't be loaded. Please send it again."]);
    expect(await spends(user.id)).toBe(0);
  });
});

const twilio = () => channelFor(test.runtime.config, 'SMS')?.settings as TwilioAccount;
