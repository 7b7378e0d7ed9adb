import { expect, it } from 'vitest';
import { turnWith } from '#test/model-suite.ts';
import { completion, replyWith, startVendorServer } from '#test/vendor-server.ts';
import { modelFor } from './index.ts';
import { replyToWhatFits } from './reply-to-what-fits.ts';

const said = (message: string, more: object = {}) => ({ error: { message, ...more } });

it.each([
  [
    400,
    said("This model's maximum context length is 8192 tokens.", {
      code: 'context_length_exceeded',
    }),
  ],
  [
    400,
    said('prompt is too long: 215000 tokens > 200000 maximum', { type: 'invalid_request_error' }),
  ],
  [
    400,
    said(
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      { status: 'INVALID_ARGUMENT' },
    ),
  ],
  [
    400,
    said('the request exceeds the available context size', { type: 'exceed_context_size_error' }),
  ],
  [
    400,
    said("'max_tokens' is too large: 2000. This model's maximum context length is 4096 tokens."),
  ],
  [
    413,
    said('Request too large for model `x` on tokens per minute (TPM)', {
      code: 'rate_limit_exceeded',
    }),
  ],
])(
  'a history that the vendor refuses with %i is halved, down to the last message: %j',
  async (status, body) => {
    const wire = await startVendorServer();
    wire.react((call, response) => {
      const words = call.body.messages.slice(1);
      const isShort = words.length === 1 && words[0].content.length <= 1_000;
      (isShort ? replyWith(200, completion('Four.')) : replyWith(status, body))(call, response);
    });
    const messages = Array.from({ length: 9 }, (_, at) => ({
      role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: at === 8 ? 'q'.repeat(2_000) : 'Hi',
    }));
    const turn = turnWith(
      { model: 'house', baseUrl: wire.url, defaultBaseUrl: undefined },
      { messages },
    );
    expect((await replyToWhatFits(modelFor('openai', fetch), turn)).text).toBe('Four.');
    wire.react(replyWith(status, body));
    const thrown = await replyToWhatFits(modelFor('openai', fetch), turn).catch((error) => error);
    expect(thrown).toMatchObject({ kind: 'too_long', isRetryable: false });
    wire.close();
  },
);
