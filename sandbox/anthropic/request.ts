import { z } from 'zod';
import type { ModelApiError } from '../models/errors.ts';
import { readPictureInfo } from '../models/picture-info.ts';
import type { ModelRequest } from '../openai/request.ts';
import { createAnthropicError } from './errors.ts';

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  /** A picture's. */
  source: z.looseObject({ data: z.string().optional() }).optional(),
});
const content = z.union([z.string(), z.array(block)]);
const schema = z.record(z.string(), z.unknown());
const format = z.looseObject({ type: z.string(), schema: schema.optional() });

const body = z.object({
  model: z.string().min(1),
  max_tokens: z.number().int().min(1),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content })).min(1),
  system: content.nullish(),
  stream: z.boolean().nullish(),
  temperature: z.number().min(0).max(1).nullish(),
  output_format: format.nullish(),
  output_config: z.looseObject({ format: format.nullish() }).nullish(),
  tools: z.array(z.looseObject({ name: z.string(), input_schema: schema.optional() })).nullish(),
  tool_choice: z.looseObject({ type: z.string(), name: z.string().optional() }).nullish(),
});

/** Page "Migrating to Claude 5": temperature must be 1. */
function hasFixedTemperature(model: string): boolean {
  return /^claude-(opus-4-[78]|[a-z]+-5)/.test(model);
}

export function parseMessages(json: string): ModelRequest | ModelApiError {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return createAnthropicError('json_broken');
  }
  const { success, data, error } = body.safeParse(value);
  if (!success) {
    return createAnthropicError('field_invalid', error.issues[0]?.path.join('.') || 'body');
  }
  const { model, temperature } = data;
  if (typeof temperature === 'number' && temperature !== 1 && hasFixedTemperature(model)) {
    return createAnthropicError('temperature_unsupported');
  }
  return {
    model,
    isStream: data.stream === true,
    withUsage: true,
    temperature: temperature ?? null,
    maxTokens: data.max_tokens,
    usesOldLimit: false,
    effort: null,
    conversation: {
      system: joinText(data.system ?? ''),
      turns: data.messages.map((message) => ({
        role: message.role,
        text: joinText(message.content),
        pictures: readPictures(message.content),
      })),
    },
    schema: (data.output_format ?? data.output_config?.format)?.schema ?? null,
  };
}

function readPictures(said: z.infer<typeof content>) {
  if (typeof said === 'string') return [];
  return said.flatMap(({ source }) => readPictureInfo(source?.data ?? ''));
}

function joinText(said: z.infer<typeof content>): string {
  return typeof said === 'string' ? said : said.map(({ text }) => text ?? '').join('');
}
