import { randomBytes } from 'node:crypto';
import { findQuestion } from '../answers/conversation.ts';
import { type Completion, isReasoningModel } from './limits.ts';
import type { ModelRequest } from './request.ts';
import { listAnnotations, showSearchCall } from './search.ts';
import { type Frame, splitForStream } from './stream.ts';

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(24).toString('hex')}`;
}

type Draft = { id: string; messageId: string; createdAt: number };

function newDraft(): Draft {
  return { id: newId('resp'), messageId: newId('msg'), createdAt: Math.floor(Date.now() / 1000) };
}

function showContent({ text, finish }: Completion) {
  if (finish === 'refusal') return { type: 'refusal', refusal: text };
  return { type: 'output_text', text, annotations: listAnnotations(text), logprobs: [] };
}

function showMessage(draft: Draft, completion: Completion) {
  const status = completion.finish === 'length' ? 'incomplete' : 'completed';
  const content = [showContent(completion)];
  return { type: 'message', id: draft.messageId, status, role: 'assistant', content };
}

function buildResponse(request: ModelRequest, draft: Draft, completion: Completion | null) {
  const isCut = completion?.finish === 'length';
  const status = completion === null ? 'in_progress' : isCut ? 'incomplete' : 'completed';
  return {
    id: draft.id,
    object: 'response',
    created_at: draft.createdAt,
    status,
    background: false,
    error: null,
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    instructions: null,
    max_output_tokens: request.maxTokens,
    model: request.model,
    output: completion ? showOutput(request, draft, completion) : [],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: request.effort, summary: null },
    service_tier: 'default',
    store: true,
    temperature: request.temperature ?? 1,
    text: { format: { type: request.schema ? 'json_schema' : 'text' }, verbosity: 'medium' },
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    truncation: 'disabled',
    usage: completion && showUsage(completion),
    user: null,
    metadata: {},
  };
}

function showOutput({ search, conversation }: ModelRequest, draft: Draft, completion: Completion) {
  const message = showMessage(draft, completion);
  if (!search || completion.finish === 'refusal') return [message];
  return [showSearchCall(completion.text, findQuestion(conversation)), message];
}

function showUsage({ usage }: Completion) {
  return {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.input + usage.output,
  };
}

export function showResponse(request: ModelRequest, completion: Completion) {
  const response = buildResponse(request, newDraft(), completion);
  if (!isReasoningModel(request.model)) return response;
  const thoughts = { id: newId('rs'), type: 'reasoning', summary: [] };
  return { ...response, output: [thoughts, ...response.output] };
}

/** In the order of the page "Streaming API responses". */
export function streamResponse(request: ModelRequest, completion: Completion): Frame[] {
  const draft = newDraft();
  const place = { item_id: draft.messageId, output_index: 0, content_index: 0 };
  const part = showContent(completion);
  const isRefusal = completion.finish === 'refusal';
  const [kind, whole] = isRefusal ? ['refusal', 'refusal'] : ['output_text', 'text'];
  const started = buildResponse(request, draft, null);
  const ended = buildResponse(request, draft, completion);
  const item = {
    id: draft.messageId,
    type: 'message',
    status: 'in_progress',
    role: 'assistant',
    content: [],
  };
  const events: [string, object][] = [
    ['response.created', { response: started }],
    ['response.in_progress', { response: started }],
    ['response.output_item.added', { output_index: 0, item }],
    ['response.content_part.added', { ...place, part: { ...part, [whole]: '' } }],
    ...splitForStream(completion.text).map((delta): [string, object] => [
      `response.${kind}.delta`,
      { ...place, delta },
    ]),
    [`response.${kind}.done`, { ...place, [whole]: completion.text }],
    ['response.content_part.done', { ...place, part }],
    ['response.output_item.done', { output_index: 0, item: showMessage(draft, completion) }],
    [`response.${ended.status}`, { response: ended }],
  ];
  return events.map(([type, facts], index) => ({
    event: type,
    data: JSON.stringify({ type, sequence_number: index, ...facts }),
  }));
}
