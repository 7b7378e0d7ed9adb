import { APICallError } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { turnWith } from '#test/model-suite.ts';
import { replyWith, startVendorServer } from '#test/vendor-server.ts';
import { modelFor } from './index.ts';
import { toModelError } from './to-model-error.ts';

function kindOf(status: number, body: object) {
  const error = new APICallError({
    message: 'Bad Request',
    url: 'https://models.example',
    requestBodyValues: {},
    statusCode: status,
    responseBody: JSON.stringify(body),
  });
  return toModelError(error);
}
const said = (message: string, more: object = {}) => ({ error: { message, ...more } });

it.each([
  [400, said('Your input exceeds the context window of this model.')],
  [
    400,
    said('input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000', {
      type: 'invalid_request_error',
    }),
  ],
  [
    400,
    said(
      'Unable to submit request because the input token count is 40000 but model only supports up to 32768. Reduce the input token count and try again.',
    ),
  ],
  [
    400,
    said("This model's maximum prompt length is 131072 but the request contains 200000 tokens."),
  ],
  [
    400,
    said('Prompt contains 40000 tokens, too large for model with 32768 maximum context length'),
  ],
  [500, said('context size has been exceeded')],
  [
    400,
    {
      error:
        'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens.',
    },
  ],
  [400, { error: 'Reached context length of 4096 tokens with this model.' }],
  [400, said('Please reduce the length of the messages or completion.')],
  [
    429,
    said('Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000.'),
  ],
  [
    422,
    {
      error:
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens',
    },
  ],
  [422, { error: 'Input validation error: `inputs` must have less than 3072 tokens. Given: 4000' }],
  [400, { message: 'Input is too long for requested model.' }],
  [400, { message: 'too many tokens: total number of tokens in the prompt cannot exceed 4081' }],
  [400, said('Range of input length should be [1, 30720]', { code: 'invalid_parameter_error' })],
  [400, said('Your request exceeded model token limit: 8192 (requested: 9000)')],
  [400, said('Prompt 超长', { code: '1261' })],
  [400, said('输入长度超过限制')],
  [400, said('Total tokens of image and text exceed max message tokens')],
  [400, { message: 'max_tokens must be at least 1, got -900.', object: 'error' }],
  [400, said('tokens in request more than max tokens allowed')],
  [400, said('Input length 131393 exceeds the maximum allowed input length of 131040 tokens.')],
  [400, said('invalid params, context window exceeds limit (2013)')],
  [400, said('prompt token count of 12000 exceeds the limit of 8000')],
  [
    503,
    said(
      "litellm.ServiceUnavailableError: OpenAIException - Requested token count exceeds the model's maximum context length of 131072 tokens.",
    ),
  ],
  [400, { detail: 'Input length exceeds the maximum' }],
])('%i with these words asks for less: %j', (status, body) => {
  expect(kindOf(status, body)).toMatchObject({ kind: 'too_long' });
});

it.each([
  [400, said('The response was filtered.', { code: 'content_filter' })],
  [400, said('Blocked.', { innererror: { code: 'ResponsibleAIPolicyViolation' } })],
  [400, said('Your request was rejected as a result of our safety system.')],
  [400, said('Content Exists Risk', { type: 'invalid_request_error' })],
  [400, said('系统检测到输入或生成内容可能包含不安全或敏感内容', { code: '1301' })],
  [
    400,
    said('The input text may contain sensitive information.', { code: 'SensitiveContentDetected' }),
  ],
  [403, said('Your input was flagged for "violence".')],
  [403, said('Content violates usage guidelines.')],
  [400, { message: 'The content was blocked by guardrails' }],
  [422, said('The request contains sensitive content')],
  [400, said('Flagged.', { code: 'cyber_policy' })],
])('%i with these words is a refusal: %j', (status, body) => {
  expect(kindOf(status, body)).toMatchObject({ kind: 'refusal' });
});

it.each([
  [
    400,
    said('max_tokens is too large: 100000. This model supports at most 16384 completion tokens.'),
    'bad_request',
  ],
  [400, said("'temperature' does not support 0.2 with this model."), 'bad_request'],
  [400, said('messages may not contain more than one system role'), 'bad_request'],
  [400, said('The image is too large.'), 'bad_request'],
  [429, said('Rate limit reached: Limit 30000, Used 29000, Requested 2000.'), 'rate_limited'],
  [429, said('Too many tokens, please wait before trying again.'), 'rate_limited'],
  [500, said('The request exceeded the time limit.'), 'provider_down'],
  [503, said('Too many requests: capacity exceeded.'), 'provider_down'],
  [401, said('Incorrect API key provided.'), 'credentials'],
])('%i with these words is neither: %j', (status, body, kind) => {
  expect(kindOf(status, body)).toMatchObject({ kind });
});

describe('a history that is too long', () => {
  let wire: Awaited<ReturnType<typeof startVendorServer>>;
  beforeAll(async () => {
    wire = await startVendorServer();
  });
  afterAll(() => wire.close());
  const ask = () =>
    modelFor('openai', fetch).reply(
      turnWith({ model: 'house', baseUrl: wire.url, defaultBaseUrl: undefined }, {}),
    );

  it.each<[string, number, object]>([
    ['OpenAI', 400, said('Your input exceeds the context window of this model.')],
    ['OpenAI, tokens a minute', 429, said('Request too large for gpt-4o on tokens per min (TPM)')],
    ['Anthropic', 400, said('prompt is too long: 213462 tokens > 200000 maximum')],
    [
      'Anthropic, with its answer',
      400,
      said('input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000'),
    ],
    ['Google', 400, said('The input token count (1196265) exceeds the maximum number of tokens')],
    [
      'Vertex',
      400,
      said('the input token count is 2000000 but model only supports up to 1048576.'),
    ],
    ['Google, in bytes', 400, said('Request payload size exceeds the limit: 20971520 bytes.')],
    [
      'xAI',
      400,
      { error: "This model's maximum prompt length is 131072 but the request has more" },
    ],
    [
      'OpenRouter, in the words of another',
      400,
      said('Provider returned error', {
        metadata: { raw: '{"message":"Input length 131393 exceeds the maximum allowed length"}' },
      }),
    ],
    ['Poolside', 400, said('Input length 131393 exceeds the maximum allowed input length')],
    ['Together', 422, said('`inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000')],
    ['TGI', 422, { error: '`inputs` must have less than 1024 tokens. Given: 2000' }],
    ['vLLM', 400, { message: 'The decoder prompt (length 5000) is longer than the maximum' }],
    [
      'SGLang',
      400,
      { message: "The input (20000 tokens) is longer than the model's context length" },
    ],
    [
      'TensorRT-LLM',
      400,
      said(
        'The sum of prompt length (5000.0) and max_tokens (200) should not exceed max_num_tokens',
      ),
    ],
    ['llama.cpp', 500, said('the request exceeds the available context size')],
    ['llama.cpp, a batch', 500, said('input is too large to process. increase the batch size')],
    [
      'LM Studio',
      400,
      {
        error: 'the model is loaded with context length of only 4096 tokens, which is not enough.',
      },
    ],
    ['LM Studio, midway', 400, { error: 'Reached context length of 4096 tokens with this model' }],
    ['Ollama', 400, { error: 'prompt too long; exceeded max context length by 500 tokens' }],
    ['Mistral', 400, { message: 'Prompt contains 40000 tokens, too large for model with 32768' }],
    ['Moonshot', 400, said('Input token length too long')],
    ['Kimi', 400, said('Your request exceeded model token limit: 262144 (requested: 300000)')],
    ['MiniMax', 400, said('invalid params, context window exceeds limit (2013)')],
    ['Zhipu', 400, said('Prompt exceeds max length', { code: '1261' })],
    ['Zhipu, in Chinese', 400, said('Prompt 超长')],
    ['Qwen', 400, said('Range of input length should be [1, 30720]')],
    ['Doubao', 400, said('Total tokens of image and text exceed max message tokens.')],
    ['Bedrock', 400, said('prompt tokens (1200008) exceed model maximum (1050000)')],
    ['Perplexity', 400, said('The total length of all messages is too long.')],
    ['Copilot', 400, said('prompt token count of 170000 exceeds the limit of 128000')],
    ['LiteLLM', 400, said('litellm.ContextWindowExceededError: exceeded')],
    ['TabbyAPI', 400, { detail: 'Prompt length 9000 is greater than max_seq_len 8192' }],
    ['KoboldCpp', 400, { detail: { msg: 'Prompt too long' } }],
    ['a proxy', 413, {}],
  ])('is told by %s', async (_who, status, body) => {
    wire.react(replyWith(status, body));
    await expect(ask()).rejects.toMatchObject({ kind: 'too_long' });
  });

  it.each<[number, object, string]>([
    [429, said('Too many tokens, please wait before trying again.'), 'rate_limited'],
    [400, { message: 'ThrottlingException: Too many tokens, please wait' }, 'rate_limited'],
    [429, said('Rate limit reached on tokens per min (TPM): Limit 30000'), 'rate_limited'],
    [400, said('image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes'), 'bad_request'],
    [400, said('Invalid stop: array too long.'), 'bad_request'],
    [400, said('max_tokens is too large.'), 'bad_request'],
    [500, said('The request took too long'), 'provider_down'],
  ])('is not what %i says: %j', async (status, body, kind) => {
    wire.react(replyWith(status, body));
    await expect(ask()).rejects.toMatchObject({ kind });
  });
});
