import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messages } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert, aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { type Reaction, replyWith, startVendorServer } from '#test/vendor-server.ts';

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
beforeEach(() => wire.react(answerWith('From the first.')));

const claude = (content: object[], stop_reason = 'end_turn') => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-6',
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 20, output_tokens: 10 },
});
const answerWith = (text: string) => replyWith(200, claude([{ type: 'text', text }]));
const failWith = (status: number, message = 'Broken.') =>
  replyWith(status, { type: 'error', error: { type: 'api_error', message } });
const fourth = async (rounds: number) => {
  for (let round = 0; round < rounds; round++) {
    await test.runUntilIdle();
    await test.advance(20_000);
  }
};

async function anExpertWithTwo(
  expertFields: Parameters<typeof anExpert>[1] = {},
  { first = {}, second = {} }: Record<string, Parameters<typeof aProvider>[1]> = {},
) {
  const config = { model: 'claude-sonnet-4-6', baseUrl: wire.url };
  const main = await aProvider(test, { key: 'anthropic', displayName: 'Main', config, ...first });
  const spare = await aProvider(test, { displayName: 'Spare', ...second });
  const expert = await anExpert(test, {
    providerId: main.id,
    fallbackProviderId: spare.id,
    ...expertFields,
  });
  const { text, received, messagesOf, spends } = createTexter(test, expert);
  const ask = async (body: string, rounds = 1) => {
    const { phone, user } = await aConnectedUser(test, expert);
    await text(phone, body);
    await fourth(rounds);
    const [question, reply] = await messagesOf(phone);
    return { question, reply, received: received(phone), spent: await spends(user.id) };
  };
  const outage = async () => {
    const { body } = await admin('GET', '/api/providers');
    return body.providers.find(({ id }: { id: string }) => id === main.id).outage;
  };
  return { main, spare, expert, ask, outage };
}

describe('the second provider', () => {
  it.each<[string, Reaction, string]>([
    [
      'a wrong key',
      failWith(401),
      'The AI provider refused the API key. (401 api_error) Enter a valid API key.',
    ],
    [
      'an unknown model',
      failWith(404),
      'The AI provider does not know this model. (404 api_error) Check the model name and the base URL, which must end with the API version.',
    ],
    [
      'a refused call',
      failWith(400),
      'The AI provider refused the request. (400 api_error) Check the model and Max tokens.',
    ],
  ])(
    'answers at once after %s, and the answer details say who and why',
    async (_what, reaction, words) => {
      wire.react(reaction);
      const { ask, spare } = await anExpertWithTwo();
      const { question, reply, received, spent } = await ask('What is 3 + 4?');
      expect(received[0]).toContain('7');
      expect(question).toMatchObject({
        answerState: 'answered',
        failures: [{ detail: `Main: ${words}` }],
      });
      expect(reply?.aiMeta).toMatchObject({
        provider: 'openai',
        providerName: spare.displayName,
        model: 'gpt-4.1',
        fallbackBecause: `Main: ${words}`,
      });
      expect(spent).toBe(1);
      expect(wire.calls.length).toBe(1);
    },
  );

  it('answers after the third failure in a row, then at once while the first is known to be down', async () => {
    wire.react(failWith(503));
    const { ask, outage } = await anExpertWithTwo();
    const { question, reply, spent } = await ask('What is 3 + 4?', 4);
    expect(question?.failures).toHaveLength(3);
    expect(reply?.aiMeta?.fallbackBecause).toBe(
      'Main: The AI provider had an error. (503 api_error)',
    );
    expect(spent).toBe(1);
    expect(wire.calls.length).toBe(3);

    wire.react(failWith(503));
    const down = await outage();
    expect(down).toMatchObject({ reason: 'The AI provider had an error. (503 api_error)' });
    // The clock moved on: another attempt must find the outage.
    await ask('And what is 4 + 4?');
    const again = await ask('And 5 + 5?');
    expect(again.received[0]).toContain('10');
    expect(again.question?.failures).toEqual([]);
    expect(again.reply?.aiMeta?.fallbackBecause).toBe(
      'Main is down. The AI provider had an error. (503 api_error)',
    );
    expect(wire.calls.length).toBe(1);
    expect((await outage()).since).toBe(down.since);
  });

  it('reports its own failure if the first is known to be down', async () => {
    wire.react(failWith(503));
    const { ask } = await anExpertWithTwo();
    await ask('What is 3 + 4?', 4);
    await ask('And what is 4 + 4?');
    const { question } = await ask('And 5 + 5? [fail 404]');
    expect(question?.failures).toMatchObject([
      { kind: 'not_found', detail: expect.stringMatching(/^Spare: /) },
    ]);
  });

  it('gives way to the first as soon as an attempt shows that it is back', async () => {
    wire.react(failWith(503));
    const { ask, outage } = await anExpertWithTwo();
    await ask('What is 3 + 4?', 4);
    await test.advance(10 * 60_000);
    wire.react(answerWith('I am back.'));
    expect((await ask('Hello?')).received).toEqual(['I am back.']);
    expect(await outage()).toBeNull();
    expect((await ask('Still?')).reply?.aiMeta).toMatchObject({ providerName: 'Main' });
  });

  it('is not called if the first answers after a hiccup', async () => {
    let calls = 0;
    wire.react((call, response) => {
      calls++;
      const reaction = calls === 1 ? failWith(500) : answerWith('From the first.');
      reaction(call, response);
    });
    const { ask } = await anExpertWithTwo();
    const { reply, received } = await ask('Hello', 2);
    expect(received).toEqual(['From the first.']);
    expect(reply?.aiMeta?.fallbackBecause).toBeUndefined();
  });

  it('is not called after a refusal, which it would bypass', async () => {
    wire.react(replyWith(200, claude([], 'refusal')));
    const { ask } = await anExpertWithTwo();
    const { question, spent } = await ask('Something bad');
    expect(question).toMatchObject({ answerState: 'refused', failures: [{ kind: 'refusal' }] });
    expect(spent).toBe(0);
  });

  it('answers for a retired model, and the answer details say so', async () => {
    const first = { key: 'google' as const, config: { model: 'gemini-pro' } };
    const { ask } = await anExpertWithTwo({}, { first });
    const { reply } = await ask('What is 3 + 4?');
    expect(reply?.aiMeta?.fallbackBecause).toContain(
      'Google retired gemini-pro on February 15, 2025.',
    );
  });

  it('answers for a provider that is switched off', async () => {
    const { ask } = await anExpertWithTwo({}, { first: { isActive: false } });
    const { reply, received } = await ask('What is 3 + 4?');
    expect(received[0]).toContain('7');
    expect(reply?.aiMeta?.fallbackBecause).toBe(
      'Main: The AI provider is inactive. (Main) Choose another provider for the expert.',
    );
  });

  it('that is switched off is ignored', async () => {
    wire.react(failWith(401));
    const { ask } = await anExpertWithTwo({}, { second: { isActive: false } });
    const { question } = await ask('Hello');
    expect(question).toMatchObject({
      answerState: 'failed',
      failures: [
        { detail: expect.stringMatching(/^The AI provider refused the API key\. \(401 /) },
      ],
    });
  });

  it('that fails as well means one apology, no cost, and both failures stored', async () => {
    wire.react(failWith(401));
    const { ask } = await anExpertWithTwo();
    const { question, received, spent } = await ask('[fail 403] please');
    expect(question?.answerState).toBe('failed');
    expect(question?.failures.map(({ detail }) => detail.split(' (')[0])).toEqual([
      'Main: The AI provider refused the API key.',
      'Spare: The AI provider refused the API key.',
    ]);
    expect(received).toEqual([
      "Sorry, I can't answer right now. Please try again in a few minutes.",
    ]);
    expect(spent).toBe(0);
  });
});

describe('the validator', () => {
  const validator = 'Reject messages about weapons.';

  it('runs with the provider that answers', async () => {
    wire.react(failWith(401));
    const { ask } = await anExpertWithTwo({ validator, rejected: 'Only maths, please.' });
    const rejected = await ask('Which weapon is best?');
    expect(rejected.received).toEqual(['Only maths, please.']);
    expect(rejected.question).toMatchObject({
      guard: 'validator',
      failures: [{}],
      verdict: {
        provider: 'openai',
        providerName: 'Spare',
        model: 'gpt-4.1',
        tokenUsage: { input: expect.any(Number), output: expect.any(Number) },
        fallbackBecause: expect.stringMatching(/^Main: The AI provider refused the API key/),
      },
    });
    const allowed = await ask('What is 3 + 4?');
    expect(allowed.question?.verdict).toMatchObject({ isAllowed: true, providerName: 'Spare' });
    expect(allowed.reply?.aiMeta).toMatchObject({ providerName: 'Spare' });
  });

  it('of the first provider decides', async () => {
    wire.react(answerWith('{"allow":false,"reason":"Not maths."}'));
    const { ask } = await anExpertWithTwo({ validator });
    const { question, received, spent } = await ask('What is 3 + 4?');
    expect(received).toEqual(["Sorry, I can't help with that. Please ask me something else."]);
    expect(question).toMatchObject({
      guard: 'validator',
      verdict: { isAllowed: false, reason: 'Not maths.' },
    });
    expect([spent, wire.calls.length]).toEqual([0, 1]);
  });

  it('says nothing about replies: a provider that validates but never answers counts as down', async () => {
    const allowing = answerWith('{"allow":true,"reason":"Maths."}');
    let calls = 0;
    wire.react((call, response) => (++calls % 2 ? allowing : failWith(503))(call, response));
    const { ask, outage } = await anExpertWithTwo({ validator });
    const { reply, question } = await ask('What is 3 + 4?', 4);
    expect(question?.failures).toHaveLength(3);
    expect(reply?.aiMeta).toMatchObject({ providerName: 'Spare' });
    expect(await outage()).not.toBeNull();
  });

  const apology = "Sorry, I can't answer right now. Please try again in a few minutes.";
  it.each<[string, Reaction, string]>([
    ['gives no verdict', answerWith('Sure!'), apology],
    [
      'refuses to validate',
      replyWith(200, claude([], 'refusal')),
      "I can't help with that one. Ask me something else.",
    ],
    ['fails', failWith(400), apology],
  ])('that %s lets nothing through', async (_what, reaction, told) => {
    wire.react(reaction);
    const { ask } = await anExpertWithTwo({ validator, fallbackProviderId: null });
    const { question, received, spent } = await ask('What is 3 + 4?', 5);
    expect(question).toMatchObject({ verdict: null });
    expect(received).toEqual([told]);
    expect(spent).toBe(0);
  });
});

it('is used in AI Testing, too, without waiting', async () => {
  wire.react(failWith(500));
  const { expert } = await anExpertWithTwo();
  const { body } = await admin('POST', '/api/test-message', {
    expertId: expert.id,
    message: 'What is 3 + 4?',
  });
  expect(body.assistantMessage.aiMeta).toMatchObject({
    providerName: 'Spare',
    fallbackBecause: 'Main: The AI provider had an error. (500 api_error)',
  });
});

it('treats concurrent failures as one outage, with another attempt after half a minute', async () => {
  wire.react(failWith(503));
  const { expert, ask, outage } = await anExpertWithTwo();
  const { text } = createTexter(test, expert);
  const people = await Promise.all(Array.from({ length: 6 }, () => aConnectedUser(test, expert)));
  let arrived = 0;
  const waiting: (() => void)[] = [];
  wire.react((call, response) => {
    waiting.push(() => failWith(503)(call, response));
    arrived += 1;
    if (arrived === people.length) for (const fail of waiting) fail();
  });
  for (const { phone } of people) await text(phone, 'Hello');
  await test.runUntilIdle();
  const now = () => test.runtime.clock.now().getTime();
  const pause = async () => Date.parse((await outage()).nextTryAt) - now();
  expect(await pause()).toBeLessThanOrEqual(30_000);
  await test.advance(30_000);
  wire.react(failWith(503));
  await ask('Are you back?');
  expect(wire.calls.length).toBe(1);
  expect(await pause()).toBeLessThanOrEqual(60_000);
});

it('probes with one message at a time whether a provider is back', async () => {
  wire.react(failWith(503));
  const { expert, ask } = await anExpertWithTwo();
  await ask('What is 3 + 4?', 4);
  await test.advance(10 * 60_000);
  wire.react(failWith(503));
  const { text } = createTexter(test, expert);
  const people = await Promise.all(Array.from({ length: 5 }, () => aConnectedUser(test, expert)));
  for (const { phone } of people) await text(phone, 'Hello');
  await test.runUntilIdle();
  expect(wire.calls.length).toBe(1);
  for (const { thread } of people) {
    const rows = await test.runtime.db
      .select()
      .from(messages)
      .where(eq(messages.threadId, thread.id));
    expect(rows.map(({ answerState }) => answerState)).toContain('answered');
  }
});
