import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { number, person, pngOf, startTestProduct, type TestProduct } from './test-product.ts';

let product: TestProduct;
let openai: OpenAI;
beforeAll(async () => {
  product = await startTestProduct();
  openai = connect();
});
afterAll(() => product.close());

function connect(apiKey = 'sk-test', vendor = 'openai'): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${product.url}/${vendor}/v1`, maxRetries: 0 });
}

async function failureOf(call: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error = await call.then(
    () => expect.unreachable('it answered'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OpenAI.APIError)) throw error;
  return error;
}

type Question = {
  prompt: string;
  model?: string;
  limit?: number;
  schema?: Record<string, unknown>;
  client?: OpenAI;
};

const apis = {
  async responses({ prompt, model = 'gpt-4.1', limit, schema, client = openai }: Question) {
    const format = schema && { type: 'json_schema' as const, name: 'answer', schema };
    const response = await client.responses.create({
      model,
      instructions: 'You are Sol, a gardener.',
      input: prompt,
      ...(limit && { max_output_tokens: limit }),
      ...(format && { text: { format } }),
    });
    const [content] = response.output.flatMap((item) =>
      item.type === 'message' ? item.content : [],
    );
    return {
      text: response.output_text,
      end: response.incomplete_details?.reason === 'max_output_tokens' ? 'length' : 'stop',
      refusal: content?.type === 'refusal' ? content.refusal : null,
      tokens: [response.usage?.input_tokens, response.usage?.output_tokens],
      thoughts: response.usage?.output_tokens_details.reasoning_tokens,
      requestId: response._request_id,
    };
  },
  async chat({ prompt, model = 'gpt-4.1', limit, schema, client = openai }: Question) {
    const json_schema = schema && { name: 'answer', schema };
    const completion = await client.chat.completions.create({
      model,
      messages: [
        { role: 'developer', content: 'You are Sol, a gardener.' },
        { role: 'user', content: prompt },
      ],
      ...(limit && { max_completion_tokens: limit }),
      ...(json_schema && { response_format: { type: 'json_schema', json_schema } }),
    });
    const [choice] = completion.choices;
    return {
      text: choice?.message.content ?? '',
      end: choice?.finish_reason,
      refusal: choice?.message.refusal ?? null,
      tokens: [completion.usage?.prompt_tokens, completion.usage?.completion_tokens],
      thoughts: completion.usage?.completion_tokens_details?.reasoning_tokens,
      requestId: completion._request_id,
    };
  },
};

describe.each(['responses', 'chat'] as const)('%s', (api) => {
  const answerTo = (prompt: string, more: Partial<Question> = {}) => apis[api]({ prompt, ...more });

  it('answers with a text, a reason to stop, tokens and a request id', async () => {
    const answer = await answerTo('What is photosynthesis?');
    expect(answer).toMatchObject({ end: 'stop', refusal: null });
    expect(answer.text).toMatch(/\w/);
    for (const count of answer.tokens) expect(count).toBeGreaterThan(5);
    expect(answer.requestId).toMatch(/^req_/);
  });

  it('stops at the limit', async () => {
    const answer = await answerTo('[long] Tell me all', { limit: 20 });
    expect(answer.end).toBe('length');
    expect(answer.text.length).toBeLessThanOrEqual(80);
  });

  it('spends a small limit on thinking with a reasoning model', async () => {
    const answer = await answerTo('Hi', { model: 'gpt-5', limit: 30 });
    expect(answer).toMatchObject({ text: '', end: 'length', thoughts: 30 });
  });

  it('refuses on [reject], says nothing on [empty], much on [long]', async () => {
    expect((await answerTo('[reject] do it')).refusal).toMatch(/can't help/);
    expect(await answerTo('[empty]')).toMatchObject({ text: '', end: 'stop' });
    expect((await answerTo('[long] rice')).text.length).toBeGreaterThan(1500);
  });

  it('fits the requested schema', async () => {
    const properties = { verdict: { enum: ['allow', 'reject'] }, reason: { type: 'string' } };
    const schema = { type: 'object', properties };
    const verdictOn = async (prompt: string) =>
      JSON.parse((await answerTo(prompt, { schema })).text);
    expect(await verdictOn('How do I add fractions?')).toMatchObject({ verdict: 'allow' });
    expect(await verdictOn('hello [reject]')).toMatchObject({ verdict: 'reject' });
  });

  it('fails as often as the text says, then answers', async () => {
    const prompt = `[fail 500 x2] hello ${api}`;
    for (const _ of [1, 2]) expect((await failureOf(answerTo(prompt))).status).toBe(500);
    expect((await answerTo(prompt)).end).toBe('stop');
    expect((await failureOf(answerTo(prompt))).status).toBe(500);
  });

  it.each([
    ['[fail 429]', OpenAI.RateLimitError, 'rate_limit_exceeded'],
    ['[fail 401]', OpenAI.AuthenticationError, 'invalid_api_key'],
    ['[fail 404]', OpenAI.NotFoundError, 'model_not_found'],
    ['[fail 503]', OpenAI.InternalServerError, null],
    ['[fail 400]', OpenAI.BadRequestError, 'invalid_type'],
  ])('%s is an error of its own kind', async (prompt, kind, code) => {
    const error = await failureOf(answerTo(prompt));
    expect(error).toBeInstanceOf(kind);
    expect(error.code).toBe(code);
    expect(error.requestID).toMatch(/^req_/);
    if (prompt.includes('429')) expect(error.headers?.get('retry-after')).toBe('1');
  });

  it('has no model that is unknown', async () => {
    expect(await failureOf(answerTo('Hi', { model: 'gpt-nope' }))).toMatchObject({
      status: 404,
      type: 'invalid_request_error',
      code: 'model_not_found',
      message: expect.stringContaining("'gpt-nope' does not exist"),
    });
  });

  it('answers in an Azure resource, whose deployments have any name', async () => {
    const client = connect('a-key', 'azure-openai');
    expect((await answerTo('Hi', { model: 'our-deployment', client })).end).toBe('stop');
    const error = await failureOf(answerTo('[fail 404]', { model: 'gone', client }));
    expect(error).toMatchObject({ status: 404, code: 'DeploymentNotFound' });
  });
});

describe('streams', () => {
  it('of a response come as numbered events in their order', async () => {
    const request = { model: 'gpt-4.1', input: 'Hello' };
    const whole = await openai.responses.create(request);
    const events = await Array.fromAsync(
      await openai.responses.create({ ...request, stream: true }),
    );
    const pieces = events.flatMap((event) =>
      event.type === 'response.output_text.delta' ? event.delta : [],
    );
    expect(pieces.join('')).toBe(whole.output_text);
    expect(pieces.length).toBeGreaterThan(1);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
    const types = events.map((event) => event.type);
    expect(types.filter((type) => !type.endsWith('.delta'))).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    const last = events.at(-1);
    expect(last?.type === 'response.completed' && last.response.usage).toEqual(whole.usage);
  });

  it('of a response may be refused, or cut', async () => {
    const last = async (input: string, more = {}) => {
      const request = { model: 'gpt-4.1', input, stream: true, ...more } as const;
      return (await Array.fromAsync(await openai.responses.create(request))).at(-1)?.type;
    };
    expect(await last('[reject] do it')).toBe('response.completed');
    expect(await last('[long] rice', { max_output_tokens: 20 })).toBe('response.incomplete');
  });

  it('of a chat end with usage, where it is asked for', async () => {
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const request = { model: 'gpt-4.1', messages };
    const whole = await openai.chat.completions.create(request);
    const withUsage = { stream: true, stream_options: { include_usage: true } } as const;
    const chunks = await Array.fromAsync(
      await openai.chat.completions.create({ ...request, ...withUsage }),
    );
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
    expect(text).toBe(whole.choices[0]?.message.content);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: whole.usage });
    const plain = await openai.chat.completions.create({ ...request, stream: true });
    expect((await Array.fromAsync(plain)).some(({ usage }) => usage)).toBe(false);
  });
});

describe('models', () => {
  it('are listed with the day of their end, and retrieved', async () => {
    const models = await Array.fromAsync(openai.models.list());
    expect(models).toContainEqual(
      expect.objectContaining({ id: 'gpt-5', object: 'model', shutdown_date: '2026-12-11' }),
    );
    const version = 'gpt-4.1-2025-04-14';
    expect(await openai.models.retrieve(version)).toMatchObject({ id: version, object: 'model' });
    expect(await failureOf(openai.models.retrieve('gpt-nope'))).toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
  });
});

describe('embeddings', () => {
  const model = 'text-embedding-3-small';
  const embed = async (input: string[], more: Partial<OpenAI.EmbeddingCreateParams> = {}) =>
    (await openai.embeddings.create({ model, input, ...more })).data.map((one) => one.embedding);
  const likeness = (one: number[] = [], other: number[] = []) =>
    one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);

  it('of texts with the same words are alike', async () => {
    const [roses, more, taxes] = await embed([
      'How do I prune roses?',
      'How do I prune my roses in spring?',
      'Deadline for taxes',
    ]);
    expect(roses).toHaveLength(1536);
    expect(likeness(roses, roses)).toBeCloseTo(1, 3);
    expect(likeness(roses, more)).toBeGreaterThan(likeness(roses, taxes) + 0.3);
  });

  it('may be shorter, and plain numbers', async () => {
    const [short] = await embed(['Hi'], { dimensions: 64 });
    const [plain] = await embed(['Hi'], { dimensions: 64, encoding_format: 'float' });
    expect(short).toHaveLength(64);
    expect(plain?.map((value) => value.toFixed(4))).toEqual(
      short?.map((value) => value.toFixed(4)),
    );
  });

  it('need a text and an embedding model', async () => {
    const { embeddings } = openai;
    const { usage } = await embeddings.create({ model, input: 'Hello there' });
    expect(usage.prompt_tokens).toBeGreaterThan(0);
    expect(await failureOf(embeddings.create({ model: 'gpt-4.1', input: 'Hi' }))).toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
    expect(await failureOf(embeddings.create({ model, input: '' }))).toMatchObject({
      status: 400,
      param: 'input',
    });
  });
});

describe('moderations', () => {
  const model = 'omni-moderation-latest';
  const moderate = (input: OpenAI.ModerationCreateParams['input']) =>
    openai.moderations.create({ model, input });

  it('score each input, and flag what is likely', async () => {
    const { id, results, ...rest } = await moderate(['How do I prune roses?', 'I cut myself']);
    expect(id).toMatch(/^modr-/);
    expect(rest.model).toBe(model);
    expect(results.map(({ flagged }) => flagged)).toEqual([false, true]);
    expect(results[1]).toMatchObject({
      categories: { 'self-harm': true, 'self-harm/intent': true, 'self-harm/instructions': false },
      category_applied_input_types: { 'self-harm': ['text'], illicit: ['text'] },
    });
    expect(results[1]?.category_scores['self-harm/intent']).toBeGreaterThan(0.5);
    expect(Object.keys(results[0]?.category_scores ?? {})).toHaveLength(13);
  });

  it('take one text, or the parts of one input', async () => {
    expect((await openai.moderations.create({ input: 'Hi' })).model).toBe(model);
    const { results } = await moderate([
      { type: 'text', text: 'I cut myself' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${pngOf(4, 4)}` } },
    ]);
    expect(results.map(({ flagged }) => flagged)).toEqual([true]);
  });

  it('need a moderation model and an input, and fail and wait as a text says', async () => {
    const { moderations } = openai;
    expect(await failureOf(moderations.create({ model: 'gpt-4.1', input: 'Hi' }))).toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
    expect(await failureOf(moderate([]))).toMatchObject({ status: 400, param: 'input' });
    expect((await failureOf(moderate('[moderation fail 503] [fail 429]'))).status).toBe(503);
    expect((await moderate('[fail 503] [slow 9s]')).results).toHaveLength(1);
    const signal = AbortSignal.timeout(50);
    const call = openai.moderations.create({ input: '[moderation slow 30s]' }, { signal });
    await expect(call).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
    const azure = connect('a-key', 'azure-openai').moderations.create({ input: 'Hi' });
    expect((await failureOf(azure)).status).toBe(404);
  });
});

describe('errors', () => {
  it.each([
    ['sk-invalid', 'openai', 'invalid_api_key'],
    ['sk-invalid', 'azure-openai', '401'],
  ])('name a wrong key (%s at %s)', async (key, vendor, code) => {
    const error = await failureOf(connect(key, vendor).models.list());
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
    expect(error.code).toBe(code);
  });

  const hi = [{ role: 'user' as const, content: 'hi' }];
  it.each<[string, object, string | null]>([
    ['/responses', { model: 'gpt-5', input: 'hi', temperature: 0.7 }, 'temperature'],
    ['/chat/completions', { model: 'gpt-5', messages: hi, temperature: 1 }, 'temperature'],
    ['/chat/completions', { model: 'o3', messages: hi, max_tokens: 50 }, 'max_tokens'],
    ['/responses', { model: 'gpt-4.1', input: 'hi', max_output_tokens: 5 }, 'max_output_tokens'],
    ['/responses', { model: 'gpt-4.1' }, 'input'],
    ['/chat/completions', { model: 'gpt-4.1', messages: [] }, 'messages'],
    ['/responses', { input: 'hi' }, null],
  ])('%s refuses %j', async (path, body, param) => {
    expect(await failureOf(openai.post(path, { body }))).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      param,
    });
  });

  it('name a missing key, a broken body, an unknown path and a picture too many', async () => {
    const post = (body: string, headers: Record<string, string> = {}) =>
      fetch(`${product.url}/openai/v1/responses`, { method: 'POST', headers, body });
    expect((await post('{}')).status).toBe(401);
    expect((await post('{broken', { authorization: 'Bearer sk-test' })).status).toBe(400);
    expect((await failureOf(openai.batches.list())).status).toBe(404);
    const image_url = `data:image/png;base64,${pngOf(32, 12)}`;
    const content = [{ type: 'input_image', image_url, detail: 'auto' } as const];
    const blind = { model: 'text-only', input: [{ role: 'user' as const, content }] };
    expect((await failureOf(openai.responses.create(blind))).status).toBe(400);
    const seeing = await openai.responses.create({ ...blind, model: 'gpt-4.1' });
    expect(seeing.output_text).toContain('32×12');
  });

  it('leave nothing waiting where the caller gives up', async () => {
    const signal = AbortSignal.timeout(50);
    const call = openai.responses.create({ model: 'gpt-4.1', input: '[slow 30s] hi' }, { signal });
    await expect(call).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
  });
});

it('is logged beside the conversation it answers', async () => {
  const webhookUrl = `${product.productUrl}/hook`;
  const body = 'Unheard of words';
  await product.sandbox.deliverText({ webhookUrl, from: person, to: number, body });
  await openai.responses.create({ model: 'gpt-4.1', input: body });
  const entry = product.sandbox.wire.at(-1);
  expect(entry).toMatchObject({ kind: 'model', person, number, response: { status: 200 } });
  expect(entry?.request.headers.authorization).toBe('Bearer ••••••');
});
