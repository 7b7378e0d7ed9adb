import { z } from 'zod';
import { seePicture } from '../models/sight.ts';
import type { ModelRequest } from '../openai/request.ts';
import { type AnthropicError, anthropicError } from './errors.ts';

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

/** Models that choose their own temperature refuse any other than 1 (page "Migrating to Claude 5"). */
function choosesTemperature(model: string): boolean {
  return /^claude-(opus-4-[78]|[a-z]+-5)/.test(model);
}

export function parseMessages(json: string): ModelRequest | AnthropicError {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return anthropicError('json_broken');
  }
  const { success, data, error } = body.safeParse(value);
  if (!success) {
    return anthropicError('field_invalid', error.issues[0]?.path.join('.') || 'body');
  }
  const { model, temperature } = data;
  if (typeof temperature === 'number' && temperature !== 1 && choosesTemperature(model)) {
    return anthropicError('temperature_unsupported');
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
      system: textOf(data.system ?? ''),
      turns: data.messages.map((message) => ({
        role: message.role,
        text: textOf(message.content),
        pictures: picturesOf(message.content),
      })),
    },
    schema: (data.output_format ?? data.output_config?.format)?.schema ?? null,
  };
}

function picturesOf(words: z.infer<typeof content>) {
  if (typeof words === 'string') return [];
  return words.flatMap(({ source }) => seePicture(source?.data ?? ''));
}

function textOf(words: z.infer<typeof content>): string {
  return typeof words === 'string' ? words : words.map(({ text }) => text ?? '').join('');
}
