import { type LanguageModel, streamText } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '#sandbox/test-product.ts';
import { type AiProviderKey, standInPath } from '#shared/ai-providers.ts';
import { type Call, replying, startVendorWire } from '#test/vendor-wire.ts';
import { modelFor } from './index.ts';
import type { ModelError, ModelSettings, Turn } from './model.ts';

export type AnswerEnd = 'stop' | 'length' | 'safety';

/** What a vendor's test supplies: how its calls and answers look on the wire. The rows are the same for all. */
export type ModelCase = {
  key: AiProviderKey;
  /** One that takes a temperature. */
  model: string;
  /** Where a call arrives below the address. */
  path: string;
  /** What a call with the key `key-1` must carry. */
  headers: Record<string, string>;
  answer(text: string, end?: AnswerEnd): object;
  /** The model wants a tool that nobody offered. */
  toolCall: object;
  error(message: string): object;
  /** What was said, as the call carries it. */
  said(body: Call['body']): unknown;
  /** The model by the vendor's SDK, for streams, which Sagewire itself does not ask for. */
  connect(baseURL: string, apiKey: string): LanguageModel;
};

/** A short conversation for a model at some address. */
export function turnWith(
  settings: Partial<ModelSettings> & Pick<ModelSettings, 'model' | 'defaultBaseUrl'>,
  more: Partial<Turn> = {},
): Turn {
  return {
    instructions: 'You are Ada.',
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'What is 2+2?' },
    ],
    settings: {
      apiKey: 'key-1',
      temperature: 0.7,
      maxTokens: 300,
      useWebSearch: false,
      webSearchDomains: [],
      baseUrl: null,
      ...settings,
    },
    timeoutMs: 10_000,
    ...more,
  };
}

/** The table that every vendor passes: its adapter against the wire, and its stand-in through the adapter. */
export function describeModel(given: ModelCase): void {
  describeAdapter(given);
  describeStandIn(given);
}

function describeAdapter(given: ModelCase): void {
  let wire: Awaited<ReturnType<typeof startVendorWire>>;
  beforeAll(async () => {
    wire = await startVendorWire();
  });
  afterAll(() => wire.close());

  const { answer, error: refusal } = given;
  const model = modelFor(given.key, fetch);
  const turn = (more?: Partial<Turn>) =>
    turnWith({ model: given.model, defaultBaseUrl: wire.url }, more);
  const failure = (more?: Partial<Turn>) => failureOf(model.reply(turn(more)));

  describe(`${given.key}: the adapter`, () => {
    it('carries prompt, history, limits and key, and brings back text and tokens', async () => {
      wire.react(replying(200, answer(' Four. ')));
      const reply = await model.reply(turn());
      const tokens = { input: 20, output: 10 };
      expect(reply).toMatchObject({ text: 'Four.', tokens, isCut: false, sources: [] });
      expect(reply.model).toBeTruthy();
      const [call] = wire.calls;
      expect(call?.path).toBe(given.path);
      expect(call?.headers).toMatchObject(given.headers);
      const body = JSON.stringify(call?.body);
      const said = JSON.stringify(given.said(call?.body)) + body;
      for (const words of ['You are Ada.', 'Hi', 'Hello!', 'What is 2+2?']) {
        expect(said).toContain(words);
      }
      expect(body).toMatch(/"(max_output_tokens|max_tokens|maxOutputTokens)":300/);
      expect(body).toContain('"temperature":0.7');
    });

    it.each([
      [400, 'bad_request', false],
      [401, 'credentials', false],
      [403, 'credentials', false],
      [404, 'not_found', false],
      [408, 'provider_down', true],
      [429, 'rate_limited', true],
      [500, 'provider_down', true],
      [503, 'provider_down', true],
    ] as const)('turns %i into %s', async (status, kind, isRetryable) => {
      wire.react(replying(status, refusal('Something is wrong.')));
      const error = await failure();
      expect(error).toMatchObject({ name: 'ModelError', kind, isRetryable });
      expect(error.detail).toContain('Something is wrong.');
      expect(wire.calls.length, 'the pipeline alone decides when to try again').toBe(1);
    });

    it('hands on when to come back', async () => {
      wire.react(replying(429, refusal('Slow down.'), { 'retry-after': '7' }));
      expect((await failure()).retryAfterMs).toBe(7_000);
    });

    it('gives up a call that takes too long', async () => {
      wire.react(() => {});
      expect((await failure({ timeoutMs: 50 })).kind).toBe('timeout');
    });

    it('names a line that is cut, before the answer and in it', async () => {
      wire.react((_call, response) => response.destroy());
      expect((await failure()).kind).toBe('network');
      wire.react((_call, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9000' });
        response.write('{"id":', () => response.destroy());
      });
      const error = await failure();
      expect(error).toMatchObject({ kind: 'network', detail: '200 The answer broke off.' });
    });

    it('takes no page of a proxy for an answer', async () => {
      wire.react((_call, response) => response.writeHead(200).end('<html>Welcome</html>'));
      expect((await failure()).kind).toBe('provider_down');
    });

    it('never answers with nothing: empty, cut before the first word, blocked, asking for a tool', async () => {
      wire.react(replying(200, answer('')));
      expect((await failure()).kind).toBe('empty');
      wire.react(replying(200, answer('\u200b\n')));
      expect((await failure()).kind).toBe('empty');
      wire.react(replying(200, answer('', 'length')));
      expect((await failure()).kind).toBe('too_short');
      wire.react(replying(200, answer('', 'safety')));
      expect((await failure()).kind).toBe('refusal');
      wire.react(replying(200, given.toolCall));
      expect((await failure()).kind).toBe('unexpected_tool');
      wire.react(replying(200, answer('<think>2+2, they ask', 'length')));
      expect((await failure()).kind).toBe('too_short');
    });

    it('begins with a person’s words, also where the expert wrote first', async () => {
      wire.react(replying(200, answer('Four.')));
      const messages = [
        { role: 'assistant' as const, content: 'Your plant has arrived.' },
        { role: 'user' as const, content: 'When?' },
      ];
      await model.reply(turn({ messages }));
      const said = JSON.stringify(given.said(wire.calls[0]?.body));
      const words = ['(You write first.)', 'Your plant has arrived.', 'When?'];
      const places = words.map((each) => said.indexOf(each));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places).not.toContain(-1);
    });

    it('leaves out what an open model thinks aloud', async () => {
      wire.react(replying(200, answer('<think>2+2, they ask…</think>\n\nFour.')));
      expect((await model.reply(turn())).text).toBe('Four.');
    });

    it('takes a question that the vendor’s filter stops for refused', async () => {
      const words = 'Output blocked by content filtering policy.';
      wire.react(replying(400, refusal(words)));
      expect(await failure()).toMatchObject({ kind: 'refusal', detail: `400 ${words}` });
    });

    it('keeps an answer that the limit has cut', async () => {
      wire.react(replying(200, answer('Four, because', 'length')));
      expect(await model.reply(turn())).toMatchObject({ text: 'Four, because', isCut: true });
    });

    it('asks once more without the temperature where the model refuses one', async () => {
      const message = "Unsupported parameter: 'temperature' is not supported with this model.";
      wire.react((call, response) => {
        const refused = JSON.stringify(call.body).includes('"temperature"');
        const reaction = refused ? replying(400, refusal(message)) : replying(200, answer('Four.'));
        reaction(call, response);
      });
      expect((await model.reply(turn())).text).toBe('Four.');
      expect(wire.calls.length).toBe(2);
    });

    it('judges by a structured answer', async () => {
      wire.react(replying(200, answer('{"allow":false,"reason":"Not about maths."}')));
      const verdict = await model.judge(turn());
      expect(verdict).toMatchObject({ isAllowed: false, reason: 'Not about maths.' });
    });

    it.each([
      ['words', answer('Sure!'), 'no_verdict'],
      ['nothing', answer(''), 'no_verdict'],
      ['half a verdict', answer('{"allow":tr', 'length'), 'too_short'],
      ['only thoughts', answer('', 'length'), 'too_short'],
      ['a refusal', answer('', 'safety'), 'refusal'],
      ['a call for a tool', given.toolCall, 'unexpected_tool'],
    ])('takes %s for no verdict at all', async (_what, body, kind) => {
      wire.react(replying(200, body));
      expect((await failureOf(model.judge(turn()))).kind).toBe(kind);
    });

    it('tells what was said in place of a verdict', async () => {
      wire.react(replying(200, answer('Sure, why not?')));
      expect((await failureOf(model.judge(turn()))).detail).toBe('Sure, why not?');
    });

    it.each([
      ['ALLOW: It is about maths.', { isAllowed: true, reason: 'It is about maths.' }],
      ['REJECT: Not about maths.', { isAllowed: false, reason: 'Not about maths.' }],
      ['I would ALLOW: it', null],
      ['ALLOW', null],
    ])('judges by a line where the server takes no schema: %s', async (line, verdict) => {
      wire.react((call, response) => {
        const isShape = /json_?schema|output_config|response_?format|json_object|application.json/i;
        const refused = isShape.test(JSON.stringify(call.body));
        const words =
          "Invalid parameter: 'response_format' of type 'json_schema' is not supported.";
        const reaction = refused ? replying(400, refusal(words)) : replying(200, answer(line));
        reaction(call, response);
      });
      const judged = model.judge(turn());
      if (verdict) expect(await judged).toMatchObject(verdict);
      else expect((await failureOf(judged)).kind).toBe('no_verdict');
      expect(JSON.stringify(given.said(wire.calls.at(-1)?.body))).toContain('What is 2+2?');
    });
  });
}

function describeStandIn(given: ModelCase): void {
  let product: TestProduct;
  let address: string;
  beforeAll(async () => {
    product = await startTestProduct();
    address = product.url + standInPath(given.key);
  });
  afterAll(() => product.close());

  const model = modelFor(given.key, fetch);
  const turn = (content: string, settings: Partial<ModelSettings> = {}) =>
    turnWith(
      { model: given.model, defaultBaseUrl: address, ...settings },
      { messages: [{ role: 'user', content }] },
    );
  const text = async (content: string) => (await model.reply(turn(content))).text;
  const failure = (content: string, settings?: Partial<ModelSettings>) =>
    failureOf(model.reply(turn(content, settings)));

  describe(`${given.key}: the stand-in`, () => {
    it('answers with a text and numbers', async () => {
      const reply = await model.reply(turn('What is 12*7?'));
      expect(reply.text).toContain('84');
      expect(reply.tokens.input).toBeGreaterThan(5);
      expect(reply.tokens.output).toBeGreaterThan(0);
    });

    it('streams the very same answer', async () => {
      const prompt = 'What is 12*7?';
      const asked = {
        model: given.connect(address, 'key-1'),
        instructions: 'You are Ada.',
        prompt,
      };
      const stream = streamText(asked);
      const pieces = await Array.fromAsync(stream.textStream);
      expect(pieces.length).toBeGreaterThan(1);
      expect(pieces.join('')).toBe(await text(prompt));
      expect(await stream.finishReason).toBe('stop');
    });

    it('remembers what was said', async () => {
      const messages = [
        { role: 'user' as const, content: 'My name is Mia' },
        { role: 'assistant' as const, content: 'Hello Mia!' },
        { role: 'user' as const, content: 'What is my name?' },
      ];
      const asked = turnWith({ model: given.model, defaultBaseUrl: address }, { messages });
      expect((await model.reply(asked)).text).toContain('Mia');
    });

    it('stops at the limit, refuses on [reject], says nothing on [empty]', async () => {
      const cut = await model.reply(turn('[long] Tell me all', { maxTokens: 20 }));
      expect(cut.text.length).toBeLessThanOrEqual(80);
      expect(cut.isCut).toBe(true);
      expect((await failure('[reject] do it')).kind).toBe('refusal');
      expect((await failure('[empty]')).kind).toBe('empty');
    });

    it('judges a text in the shape that was asked for', async () => {
      expect((await model.judge(turn('What is 12*7?'))).isAllowed).toBe(true);
      expect((await model.judge(turn('[reject] this'))).isAllowed).toBe(false);
    });

    it.each([
      [404, 'not_found'],
      [429, 'rate_limited'],
      [500, 'provider_down'],
      [503, 'provider_down'],
    ])('fails with %i where a text asks for it, then recovers', async (status, kind) => {
      const prompt = `[fail ${status} x1] What is 2+2?`;
      const error = await failure(prompt);
      expect(error.kind).toBe(kind);
      expect(error.detail).toContain(String(status));
      expect(await text(prompt)).toContain('4');
    });

    it('refuses a wrong key and a broken call in the vendor’s words', async () => {
      const error = await failure('Hi', { apiKey: 'sk-invalid' });
      expect(error.kind).toBe('credentials');
      expect(error.detail).toMatch(/key/i);
      for (const body of ['{', '{}', '[1]']) {
        const headers = { ...given.headers, 'content-type': 'application/json' };
        const response = await fetch(address + given.path, { method: 'POST', headers, body });
        expect(response.status).toBe(400);
        expect(JSON.stringify(await response.json())).toContain('message');
      }
    });
  });
}

function failureOf(reply: Promise<unknown>): Promise<ModelError> {
  return reply.then(
    () => expect.unreachable('it answered'),
    (error: ModelError) => error,
  );
}
