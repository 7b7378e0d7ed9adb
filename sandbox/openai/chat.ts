import { randomBytes } from 'node:crypto';
import type { Completion } from './limits.ts';
import type { ModelRequest } from './request.ts';
import { type Frame, splitForStream } from './stream.ts';

function newHead(request: ModelRequest, object: string) {
  return {
    id: `chatcmpl-${randomBytes(15).toString('base64url')}`,
    object,
    created: Math.floor(Date.now() / 1000),
    model: request.model,
  };
}

function showUsage({ usage }: Completion) {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

/** Only a refusal's field differs. */
function toFinishReason({ finish }: Completion): string {
  return finish === 'length' ? 'length' : 'stop';
}

export function showChat(request: ModelRequest, completion: Completion) {
  const isRefusal = completion.finish === 'refusal';
  const message = {
    role: 'assistant',
    content: isRefusal ? null : completion.text,
    refusal: isRefusal ? completion.text : null,
    annotations: [],
  };
  return {
    ...newHead(request, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: toFinishReason(completion) }],
    usage: showUsage(completion),
    service_tier: 'default',
    system_fingerprint: 'fp_sandbox',
  };
}

export function streamChat(request: ModelRequest, completion: Completion): Frame[] {
  const head = newHead(request, 'chat.completion.chunk');
  const field = completion.finish === 'refusal' ? 'refusal' : 'content';
  const choose = (delta: object, reason: string | null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  });
  const chunks: object[] = [
    choose({ role: 'assistant', content: field === 'content' ? '' : null }, null),
    ...splitForStream(completion.text).map((words) => choose({ [field]: words }, null)),
    choose({}, toFinishReason(completion)),
  ];
  if (request.withUsage) chunks.push({ ...head, choices: [], usage: showUsage(completion) });
  return [...chunks.map((chunk) => ({ data: JSON.stringify(chunk) })), { data: '[DONE]' }];
}
