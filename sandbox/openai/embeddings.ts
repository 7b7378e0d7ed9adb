import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ModelApiError } from '../models/errors.ts';
import { createOpenAiError, failWith } from './errors.ts';
import { countTokens } from './limits.ts';
import { embeddingModels } from './models.ts';
import { parseBody } from './request.ts';

const body = z.object({
  model: z.string().optional(),
  input: z.union([z.string(), z.array(z.string())]).optional(),
  dimensions: z.number().int().min(1).nullish(),
  encoding_format: z.enum(['float', 'base64']).nullish(),
});

/** Texts with the same words are alike. */
export function createEmbeddings(json: string): object | ModelApiError {
  const call = parseBody(json, body);
  if ('status' in call) return call;
  const { model, input = '', encoding_format: format } = call;
  if (!model) return createOpenAiError('model_missing');
  if (!embeddingModels.has(model)) return failWith(404, model);
  const texts = [input].flat();
  if (texts.length === 0 || texts.includes('')) return createOpenAiError('input_empty', 'input');
  const size = call.dimensions ?? (model.endsWith('large') ? 3072 : 1536);
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return {
    object: 'list',
    data: texts.map((text, index) => {
      const vector = embed(text, size);
      const embedding = format === 'base64' ? encode(vector) : [...vector];
      return { object: 'embedding', index, embedding };
    }),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function embed(text: string, size: number): Float32Array {
  const vector = new Float32Array(size);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    const place = createHash('sha256').update(word).digest().readUInt32BE() % size;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const encode = ({ buffer }: Float32Array) => Buffer.from(buffer as ArrayBuffer).toString('base64');
