import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { turnWith } from '#test/model-suite.ts';
import { completion, replyWith, startVendorServer } from '#test/vendor-server.ts';
import { modelFor } from './index.ts';

let wire: Awaited<ReturnType<typeof startVendorServer>>;
beforeAll(async () => {
  wire = await startVendorServer();
});
afterAll(() => wire.close());

const said = (message: string, more: object = {}) => ({ error: { message, ...more } });
const ask = (maxTokens = 4_096) =>
  modelFor('openai', fetch).reply(
    turnWith({ model: 'house', baseUrl: wire.url, defaultBaseUrl: undefined, maxTokens }, {}),
  );

describe("Max tokens above a model's own limit", () => {
  it.each([
    ['OpenAI', 4_096, 'max_tokens is too large: 8192. This model supports at most 4096 tokens.'],
    ['Anthropic', 8_191, 'max_tokens: 8192 > 8191, which is the maximum allowed number'],
    ['Groq', 4_000, '`max_tokens` must be less than or equal to `4000`'],
    ['DeepSeek', 2_048, 'Invalid max_tokens value, the valid range of max_tokens is [1, 2048]'],
    ['vLLM', 4_096, 'max_tokens=8192 cannot be greater than max_model_len=4096.'],
    [
      'Google',
      1_000,
      'a maxOutputTokens value of 8192, but the range is from 1 (inclusive) to 1001 (exclusive).',
    ],
    [
      'a window that the answer fills',
      8_128,
      "This model's maximum context length is 8192 tokens. However, you requested 8256 tokens (64 in the messages, 8192 in the completion).",
    ],
  ])('is lowered as %s says', async (_who, limit, message) => {
    wire.react((call, response) => {
      const fits = call.body.max_tokens <= limit;
      replyWith(fits ? 200 : 400, fits ? completion('Four.') : said(message))(call, response);
    });
    expect((await ask(8_192)).text).toBe('Four.');
    expect(wire.calls.map(({ body }) => body.max_tokens)).toEqual([8_192, limit]);
  });

  it('is lowered once, however often the vendor names another', async () => {
    wire.react((call, response) => {
      const message = `max_tokens must be at most ${call.body.max_tokens - 1}`;
      replyWith(400, said(message))(call, response);
    });
    await expect(ask()).rejects.toMatchObject({ kind: 'bad_request' });
    expect(wire.calls).toHaveLength(2);
  });
});
