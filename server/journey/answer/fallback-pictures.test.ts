import { afterAll, beforeAll, expect, it } from 'vitest';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { replyWith, startVendorServer } from '#test/vendor-server.ts';

let test: TestApp;
let wire: Awaited<ReturnType<typeof startVendorServer>>;
let admin: Awaited<ReturnType<typeof signIn>>['call'];
beforeAll(async () => {
  test = await startTestApp();
  wire = await startVendorServer();
  admin = (await signIn(test, asAdmin)).call;
});
afterAll(async () => {
  wire.close();
  await test.close();
});

const bytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const failing = replyWith(503, {
  error: { message: 'Broken.', type: 'x', param: null, code: null },
});
const answerWith = (content: string) =>
  replyWith(200, {
    id: 'chat_1',
    created: 1_763_700_000,
    model: 'gpt-6.1-terra',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 },
  });

async function anExpertAtTheWire(model: string, fallbackModel?: string) {
  const main = await aProvider(test, { config: { model, baseUrl: wire.url } });
  const spare = fallbackModel && (await aProvider(test, { config: { model: fallbackModel } }));
  const expert = await anExpert(test, {
    providerId: main.id,
    ...(spare && { fallbackProviderId: spare.id }),
  });
  const { received, messagesOf } = createTexter(test, expert);
  const ask = async (body: string, pictures: { bytes: Buffer; contentType: string }[] = []) => {
    const { phone } = await aConnectedUser(test, expert);
    const webhookUrl = `${test.runtime.config.publicUrl}/api/webhooks/experts/${expert.id}`;
    const to = expert.phoneNumber as string;
    await test.sandbox.deliverText({ webhookUrl, from: phone, to, body, pictures });
    for (let round = 0; round < 5; round++) {
      await test.runUntilIdle();
      await test.advance(20_000);
    }
    return { received: received(phone), question: (await messagesOf(phone))[0] };
  };
  const outage = async () => {
    const { body } = await admin('GET', '/api/providers');
    return body.providers.find(({ id }: { id: string }) => id === main.id).outage;
  };
  return { ask, outage };
}
const picture = { bytes, contentType: 'image/png' };

it('a second provider without vision does not answer a picture: the first is called, even if it is down', async () => {
  const { ask, outage } = await anExpertAtTheWire('a-model-that-sees', 'gpt-3.5-turbo');
  wire.react(failing);
  const { received, question } = await ask('What is this?', [picture]);
  expect(wire.calls.length).toBe(4);
  expect(question?.failures.map(({ kind }) => kind)).toContain('no_pictures');
  // The model may answer the picture later, so no text asks for words.
  expect(received).toEqual(["Sorry, I can't answer right now. Please try again in a few minutes."]);

  expect(await outage()).not.toBeNull();
  wire.react(answerWith('A plant.'));
  expect((await ask('And this?', [picture])).received).toEqual(['A plant.']);
});

it("a picture that no model has seen does not affect the provider's health", async () => {
  const { ask, outage } = await anExpertAtTheWire('gpt-3.5-turbo');
  wire.react(failing);
  await ask('Hello');
  const { since } = await outage();
  const { received } = await ask('What is this?', [picture]);
  expect(received).toEqual(["Sorry, I can't read pictures. Please write your question in words."]);
  expect(await outage()).toMatchObject({ since });
});
