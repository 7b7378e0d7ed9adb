import { randomBytes } from 'node:crypto';
import type { Completion } from '../openai/limits.ts';
import type { ModelRequest } from '../openai/request.ts';
import { type Frame, splitForStream } from '../openai/stream.ts';

const stopReasons = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' } as const;

export function showMessage({ model }: ModelRequest, { text, finish, usage }: Completion) {
  return {
    id: `msg_${randomBytes(12).toString('hex')}`,
    type: 'message',
    role: 'assistant',
    model,
    content: text ? [{ type: 'text', text }] : [],
    stop_reason: stopReasons[finish] as string | null,
    stop_sequence: null,
    usage: {
      input_tokens: usage.input,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: usage.output,
      service_tier: 'standard',
    },
  };
}

/** In the order of the page "Streaming Messages". */
export function streamMessage(call: ModelRequest, completion: Completion): Frame[] {
  const message = showMessage(call, completion);
  const started = { ...message, content: [], stop_reason: null };
  const { stop_reason, stop_sequence, usage } = message;
  const events: ({ type: string } & Record<string, unknown>)[] = [
    { type: 'message_start', message: started },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...splitForStream(completion.text).map((text) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    })),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence },
      usage: { output_tokens: usage.output_tokens },
    },
    { type: 'message_stop' },
  ];
  return events.map((event) => ({ event: event.type, data: JSON.stringify(event) }));
}
