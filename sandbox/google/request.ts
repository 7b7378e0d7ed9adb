import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ModelApiError } from '../models/errors.ts';
import { readPictureInfo } from '../models/picture-info.ts';
import type { ModelRequest } from '../openai/request.ts';
import { createGoogleError } from './errors.ts';

const parts = z.array(
  z.looseObject({
    text: z.string().optional(),
    inlineData: z.looseObject({ data: z.string() }).optional(),
  }),
);
const body = z.object({
  contents: z.array(z.object({ role: z.enum(['user', 'model']).optional(), parts })).min(1),
  systemInstruction: z.looseObject({ parts }).nullish(),
  generationConfig: z
    .looseObject({
      temperature: z.number().min(0).max(2).nullish(),
      maxOutputTokens: z.number().int().min(1).nullish(),
      responseMimeType: z.string().nullish(),
      responseSchema: z.record(z.string(), z.unknown()).nullish(),
      responseJsonSchema: z.record(z.string(), z.unknown()).nullish(),
    })
    .nullish(),
});

export function parseContent(json: string, request: FastifyRequest): ModelRequest | ModelApiError {
  const [model = '', action = ''] = (request.params as { call: string }).call.split(':');
  const isStream = action === 'streamGenerateContent';
  if (!isStream && action !== 'generateContent') return createGoogleError('path_unknown');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return createGoogleError('json_broken');
  }
  const { success, data, error } = body.safeParse(value);
  if (!success) return createGoogleError('field_invalid', error.issues[0]?.path.join('.'));
  const config = data.generationConfig ?? {};
  const isJson = config.responseMimeType === 'application/json';
  return {
    model,
    isStream,
    withUsage: true,
    temperature: config.temperature ?? null,
    maxTokens: config.maxOutputTokens ?? null,
    usesOldLimit: false,
    effort: null,
    conversation: {
      system: joinText(data.systemInstruction?.parts ?? []),
      turns: data.contents.map(({ role, parts: said }) => ({
        role: role === 'model' ? 'assistant' : 'user',
        text: joinText(said),
        pictures: said.flatMap(({ inlineData }) => readPictureInfo(inlineData?.data ?? '')),
      })),
    },
    schema: isJson ? lowerTypes(config.responseJsonSchema ?? config.responseSchema ?? {}) : null,
  };
}

function joinText(said: z.infer<typeof parts>): string {
  return said.map(({ text }) => text ?? '').join('');
}

/** Google's own schemas have capital types: `STRING`. */
function lowerTypes(schema: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), (name, value) =>
    name === 'type' && typeof value === 'string' ? value.toLowerCase() : value,
  );
}
