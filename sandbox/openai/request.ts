import { z } from 'zod';
import type { Conversation } from '../answers/conversation.ts';
import type { ModelApiError } from '../models/errors.ts';
import { readPictureInfo } from '../models/picture-info.ts';
import { createOpenAiError } from './errors.ts';
import type { SearchTool } from './search.ts';

/** The Responses API has a picture's URL; Chat has an object that contains it. */
const part = z.object({
  text: z.string().optional(),
  image_url: z.union([z.string(), z.object({ url: z.string() })]).nullish(),
});
const content = z.union([z.string(), z.array(part)]).nullish();
/** Reasoning and tool calls between messages have no role. */
const item = z.object({ role: z.string().optional(), content });
const schema = z.record(z.string(), z.unknown());
const tool = z.looseObject({
  type: z.string(),
  filters: z.object({ allowed_domains: z.array(z.string()).nullish() }).nullish(),
});

const common = {
  model: z.string().optional(),
  stream: z.boolean().nullish(),
  temperature: z.number().nullish(),
};
const responsesBody = z.object({
  ...common,
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(item)]).optional(),
  tools: z.array(tool).nullish(),
  max_output_tokens: z.number().nullish(),
  reasoning: z.object({ effort: z.string().nullish() }).nullish(),
  text: z
    .looseObject({
      format: z.object({ type: z.string(), schema: schema.optional() }).nullish(),
    })
    .nullish(),
});
const chatBody = z.object({
  ...common,
  messages: z.array(item).optional(),
  max_tokens: z.number().nullish(),
  max_completion_tokens: z.number().nullish(),
  reasoning_effort: z.string().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z.object({ schema: schema.optional() }).optional(),
    })
    .nullish(),
});

export type ModelRequest = {
  model: string;
  isStream: boolean;
  withUsage: boolean;
  temperature: number | null;
  maxTokens: number | null;
  /** Chat only: `max_tokens`, which reasoning models refuse. */
  usesOldLimit: boolean;
  effort: string | null;
  conversation: Conversation;
  /** `{}` for any JSON object; null for plain text. */
  schema: Record<string, unknown> | null;
  /** Responses only. */
  search?: SearchTool | null;
};

export function parseResponses(json: string): ModelRequest | ModelApiError {
  const body = parseBody(json, responsesBody);
  if ('status' in body) return body;
  if (!body.model) return createOpenAiError('model_missing');
  if (body.input === undefined) return createOpenAiError('parameter_missing', 'input');
  const items =
    typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
  const format = body.text?.format;
  return {
    ...readCommon(body),
    model: body.model,
    withUsage: true,
    maxTokens: body.max_output_tokens ?? null,
    usesOldLimit: false,
    effort: body.reasoning?.effort ?? null,
    conversation: readConversation(items, body.instructions ?? ''),
    schema: format?.type.startsWith('json') ? (format.schema ?? {}) : null,
    search: readSearch(body.tools ?? []),
  };
}

export function parseChat(json: string): ModelRequest | ModelApiError {
  const body = parseBody(json, chatBody);
  if ('status' in body) return body;
  if (!body.model) return createOpenAiError('model_missing');
  if (body.messages === undefined) return createOpenAiError('parameter_missing', 'messages');
  if (body.messages.length === 0) return createOpenAiError('input_empty', 'messages');
  const format = body.response_format;
  return {
    ...readCommon(body),
    model: body.model,
    withUsage: body.stream_options?.include_usage === true,
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? null,
    usesOldLimit: body.max_tokens != null,
    effort: body.reasoning_effort ?? null,
    conversation: readConversation(body.messages, ''),
    schema: format?.type.startsWith('json') ? (format.json_schema?.schema ?? {}) : null,
  };
}

export function parseBody<T extends z.ZodType>(json: string, shape: T): z.infer<T> | ModelApiError {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return createOpenAiError('json_broken');
  }
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  return createOpenAiError('field_invalid', parsed.error.issues[0]?.path.join('.') ?? 'body');
}

function readSearch(tools: z.infer<typeof tool>[]): SearchTool | null {
  const found = tools.find(({ type }) => type === 'web_search');
  return found ? { allowedDomains: found.filters?.allowed_domains ?? [] } : null;
}

function readCommon(body: { stream?: boolean | null; temperature?: number | null }) {
  return { isStream: body.stream === true, temperature: body.temperature ?? null };
}

function readConversation(items: z.infer<typeof item>[], instructions: string): Conversation {
  const system = [instructions];
  const turns: Conversation['turns'] = [];
  for (const { role, content: said } of items) {
    const parts = typeof said === 'string' ? [{ text: said }] : (said ?? []);
    const text = parts.map((each) => each.text ?? '').join('');
    const pictures = parts.flatMap(({ image_url: image }) =>
      readPictureInfo(typeof image === 'string' ? image : (image?.url ?? '')),
    );
    if (role === 'system' || role === 'developer') system.push(text);
    else if (role === 'user' || role === 'assistant') turns.push({ role, text, pictures });
  }
  return { system: system.filter(Boolean).join('\n\n'), turns };
}
