import type { ServerResponse } from 'node:http';
import { type LanguageModel, streamText } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '#sandbox/test-product.ts';
import { modelFor } from '#server/ai/index.ts';
import type { ModelError, ModelSettings, Turn } from '#server/ai/model.ts';
import { type AiProviderKey, standInPath } from '#shared/ai-providers.ts';
import { type Call, replyWith, startVendorServer } from '#test/vendor-server.ts';

export type AnswerEnd = 'stop' | 'length' | 'safety';

export type ModelCase = {
  key: AiProviderKey;
  /** Must take a temperature. */
  model: string;
  path: string;
  /** With the key `key-1`. */
  headers: Record<string, string>;
  answer(text: string, end?: AnswerEnd): object;
  toolCall: object;
  error(message: string): object;
  readConversation(body: Call['body']): unknown;
  /** Sagewire does not stream, so the vendor's SDK tests it. */
  connect(baseURL: string, apiKey: string): LanguageModel;
};

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

export function describeModel(given: ModelCase): void {
  describeAdapter(given);
  describeStandIn(given);
}

function describeAdapter(given: ModelCase): void {
  let wire: Awaited<ReturnType<typeof startVendorServer>>;
  beforeAll(async () => {
    wire = await startVendorServer();
  });
  afterAll(() => wire.close());

  const { answer, error: refusal } = given;
  const model = modelFor(given.key, fetch);
  const turn = (more?: Partial<Turn>) =>
    turnWith({ model: given.model, defaultBaseUrl: wire.url }, more);
  const failure = (more?: Partial<Turn>) => catchError(model.reply(turn(more)));

  describe(`${given.key}: the adapter`, () => {
    it('sends prompt, history, limits and key, and returns text and tokens', async () => {
      wire.react(replyWith(200, answer(' Four. ')));
      const reply = await model.reply(turn());
      const tokens = { input: 20, output: 10 };
      expect(reply).toMatchObject({ text: 'Four.', tokens, isCut: false, sources: [] });
      expect(reply.model).toBeTruthy();
      const [call] = wire.calls;
      expect(call?.path).toBe(given.path);
      expect(call?.headers).toMatchObject(given.headers);
      const body = JSON.stringify(call?.body);
      const said = JSON.stringify(given.readConversation(call?.body)) + body;
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
      wire.react(replyWith(status, refusal('Something is wrong.')));
      const error = await failure();
      expect(error).toMatchObject({ name: 'ModelError', kind, isRetryable });
      expect(error.detail).toMatch(new RegExp(`^${status}\\b`));
      expect(wire.calls.length, 'only the pipeline retries').toBe(1);
    });

    it('passes on Retry-After', async () => {
      wire.react(replyWith(429, refusal('Slow down.'), { 'retry-after': '7' }));
      expect((await failure()).retryAfterMs).toBe(7_000);
    });

    it('times out', async () => {
      wire.react(() => {});
      expect((await failure({ timeoutMs: 50 })).kind).toBe('timeout');
    });

    it('reports a connection that breaks before or during the answer', async () => {
      wire.react((_call, response) => response.destroy());
      expect((await failure()).kind).toBe('network');
      wire.react((_call, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '9000' });
        response.write('{"id":', () => response.destroy());
      });
      const error = await failure();
      expect(error).toMatchObject({ kind: 'network', detail: '200 the answer broke off' });
    });

    it("does not take a proxy's page for an answer", async () => {
      wire.react((_call, response) => response.writeHead(200).end('<html>Welcome</html>'));
      expect((await failure()).kind).toBe('provider_down');
    });

    it('fails without text: empty, truncated before the first word, blocked, calling a tool', async () => {
      wire.react(replyWith(200, answer('')));
      expect((await failure()).kind).toBe('empty');
      wire.react(replyWith(200, answer('\u200b\n')));
      expect((await failure()).kind).toBe('empty');
      wire.react(replyWith(200, answer('', 'length')));
      expect((await failure()).kind).toBe('too_short');
      wire.react(replyWith(200, answer('', 'safety')));
      expect((await failure()).kind).toBe('refusal');
      wire.react(replyWith(200, given.toolCall));
      expect((await failure()).kind).toBe('unexpected_tool');
      wire.react(replyWith(200, answer('<think>2+2, they ask', 'length')));
      expect((await failure()).kind).toBe('too_short');
    });

    it('begins with a user message, also where the expert wrote first', async () => {
      wire.react(replyWith(200, answer('Four.')));
      const messages = [
        { role: 'assistant' as const, content: 'Your plant has arrived.' },
        { role: 'user' as const, content: 'When?' },
      ];
      await model.reply(turn({ messages }));
      const said = JSON.stringify(given.readConversation(wire.calls[0]?.body));
      const words = ['(You write first.)', 'Your plant has arrived.', 'When?'];
      const places = words.map((each) => said.indexOf(each));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places).not.toContain(-1);
    });

    it("removes an open model's thoughts", async () => {
      wire.react(replyWith(200, answer('<think>2+2, they ask…</think>\n\nFour.')));
      expect((await model.reply(turn())).text).toBe('Four.');
    });

    it.each([
      ['without an opening mark', '2+2, they ask…</think>Four.'],
      [
        'in channels',
        '<|channel|>analysis<|message|>2+2<|end|><|start|>assistant<|channel|>final<|message|>Four.',
      ],
      ['in brackets', '[THINK]2+2, they ask…[/THINK]Four.'],
    ])("removes a model's thoughts %s", async (_how, said) => {
      wire.react(replyWith(200, answer(said)));
      expect((await model.reply(turn())).text).toBe('Four.');
    });

    it('takes thoughts alone for no answer', async () => {
      wire.react(replyWith(200, answer('[THINK]2+2, they ask…')));
      expect(await failure()).toMatchObject({ kind: 'empty', isRetryable: true });
    });

    it('reads a verdict behind thoughts', async () => {
      wire.react(
        replyWith(
          200,
          answer('<think>{ is it? }</think>```json\n{"allow":true,"reason":"Yes."}\n```'),
        ),
      );
      expect(await model.validate(turn())).toMatchObject({ isAllowed: true, reason: 'Yes.' });
    });

    it("reports a question that the vendor's filter stops as a refusal", async () => {
      const words = 'Output blocked by content filtering policy.';
      wire.react(replyWith(400, refusal(words)));
      expect(await failure()).toMatchObject({ kind: 'refusal' });
    });

    it('keeps an answer that Max tokens truncated', async () => {
      wire.react(replyWith(200, answer('Four, because', 'length')));
      expect(await model.reply(turn())).toMatchObject({ text: 'Four, because', isCut: true });
    });

    it('calls again without the temperature when the model refuses it', async () => {
      const message = "Unsupported parameter: 'temperature' is not supported with this model.";
      wire.react((call, response) => {
        const refused = JSON.stringify(call.body).includes('"temperature"');
        const reaction = refused
          ? replyWith(400, refusal(message))
          : replyWith(200, answer('Four.'));
        reaction(call, response);
      });
      expect((await model.reply(turn())).text).toBe('Four.');
      expect(wire.calls.length).toBe(2);
    });

    it('validates by a structured answer', async () => {
      wire.react(replyWith(200, answer('{"allow":false,"reason":"Not about maths."}')));
      const verdict = await model.validate(turn());
      expect(verdict).toMatchObject({ isAllowed: false, reason: 'Not about maths.' });
    });

    it.each([
      ['words', answer('Sure!'), 'no_verdict'],
      ['nothing', answer(''), 'no_verdict'],
      ['half a verdict', answer('{"allow":tr', 'length'), 'too_short'],
      ['only thoughts', answer('', 'length'), 'too_short'],
      ['a refusal', answer('', 'safety'), 'refusal'],
      ['a call for a tool', given.toolCall, 'unexpected_tool'],
    ])('finds no verdict in %s', async (_what, body, kind) => {
      wire.react(replyWith(200, body));
      expect((await catchError(model.validate(turn()))).kind).toBe(kind);
    });

    it('shows nothing that the address wrote, in whatever it answers with', async () => {
      const secret = 'internal-secret-4711';
      const page = (status: number) => (_call: Call, response: ServerResponse) => {
        response.writeHead(status, { 'content-type': 'text/html' }).end(`<b>${secret}</b>`);
      };
      const error = { message: secret, code: secret, type: secret, status: secret };
      const reactions = [
        ...[400, 401, 404, 429, 500].map((status) => replyWith(status, refusal(secret))),
        ...[200, 400, 500].map((status) => replyWith(status, { error })),
        ...[200, 400, 403, 500].map(page),
        replyWith(200, { [secret]: secret }),
        replyWith(200, answer(secret, 'safety')),
      ];
      for (const reaction of reactions) {
        wire.react(reaction);
        for (const failed of [model.reply(turn()), model.validate(turn())]) {
          const { detail, message } = await catchError(failed);
          expect(detail + message).not.toContain(secret);
        }
      }
      wire.react(replyWith(200, answer(secret)));
      const { detail, message } = await catchError(model.validate(turn()));
      expect(detail + message).not.toContain(secret);
    });

    it.each([
      ['ALLOW: It is about maths.', { isAllowed: true, reason: 'It is about maths.' }],
      ['REJECT: Not about maths.', { isAllowed: false, reason: 'Not about maths.' }],
      ['I would ALLOW: it', null],
      ['ALLOW', null],
    ])('validates by a line where the server supports no schema: %s', async (line, verdict) => {
      wire.react((call, response) => {
        const isShape = /json_?schema|output_config|response_?format|json_object|application.json/i;
        const refused = isShape.test(JSON.stringify(call.body));
        const words =
          "Invalid parameter: 'response_format' of type 'json_schema' is not supported.";
        const reaction = refused ? replyWith(400, refusal(words)) : replyWith(200, answer(line));
        reaction(call, response);
      });
      const verdictOrError = model.validate(turn());
      if (verdict) expect(await verdictOrError).toMatchObject(verdict);
      else expect((await catchError(verdictOrError)).kind).toBe('no_verdict');
      expect(JSON.stringify(given.readConversation(wire.calls.at(-1)?.body))).toContain(
        'What is 2+2?',
      );
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
    catchError(model.reply(turn(content, settings)));

  describe(`${given.key}: the stand-in`, () => {
    it('answers with text and tokens', async () => {
      const reply = await model.reply(turn('What is 12*7?'));
      expect(reply.text).toContain('84');
      expect(reply.tokens.input).toBeGreaterThan(5);
      expect(reply.tokens.output).toBeGreaterThan(0);
    });

    it('streams the same answer', async () => {
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

    it('uses the conversation so far', async () => {
      const messages = [
        { role: 'user' as const, content: 'My name is Mia' },
        { role: 'assistant' as const, content: 'Hello Mia!' },
        { role: 'user' as const, content: 'What is my name?' },
      ];
      const asked = turnWith({ model: given.model, defaultBaseUrl: address }, { messages });
      expect((await model.reply(asked)).text).toContain('Mia');
    });

    it('truncates at Max tokens, refuses on [reject], answers nothing on [empty]', async () => {
      const cut = await model.reply(turn('[long] Tell me all', { maxTokens: 20 }));
      expect(cut.text.length).toBeLessThanOrEqual(80);
      expect(cut.isCut).toBe(true);
      expect((await failure('[reject] do it')).kind).toBe('refusal');
      expect((await failure('[empty]')).kind).toBe('empty');
    });

    it('validates a text in the requested form', async () => {
      expect((await model.validate(turn('What is 12*7?'))).isAllowed).toBe(true);
      expect((await model.validate(turn('[reject] this'))).isAllowed).toBe(false);
    });

    it.each([
      [404, 'not_found'],
      [429, 'rate_limited'],
      [500, 'provider_down'],
      [503, 'provider_down'],
    ])('fails with %i when the text demands it, then recovers', async (status, kind) => {
      const prompt = `[fail ${status} x1] What is 2+2?`;
      const error = await failure(prompt);
      expect(error.kind).toBe(kind);
      expect(error.detail).toContain(String(status));
      expect(await text(prompt)).toContain('4');
    });

    it("refuses a wrong key and a malformed call in the vendor's format", async () => {
      const error = await failure('Hi', { apiKey: 'sk-invalid' });
      expect(error.kind).toBe('credentials');
      expect(error.detail).toContain('about the API key');
      for (const body of ['{', '{}', '[1]']) {
        const headers = { ...given.headers, 'content-type': 'application/json' };
        const response = await fetch(address + given.path, { method: 'POST', headers, body });
        expect(response.status).toBe(400);
        expect(JSON.stringify(await response.json())).toContain('message');
      }
    });
  });
}

function catchError(reply: Promise<unknown>): Promise<ModelError> {
  return reply.then(
    () => expect.unreachable('it answered'),
    (error: ModelError) => error,
  );
}
