import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ModelApiError } from '../models/errors.ts';
import { createOpenAiError, failWith } from './errors.ts';
import { moderationModels } from './models.ts';
import { parseBody } from './request.ts';
import { scoreText } from './score-text.ts';

const part = z.object({ type: z.string(), text: z.string().optional() });
const body = z.object({
  model: z.string().nullish(),
  input: z.union([z.string(), z.array(z.string()), z.array(part)]).optional(),
});

export type Moderated = { model: string; texts: string[] };

/** Several texts are several inputs; the parts of one input are judged together. */
export function parseModeration(json: string): Moderated | ModelApiError {
  const call = parseBody(json, body);
  if ('status' in call) return call;
  const { input } = call;
  const model = call.model ?? 'omni-moderation-latest';
  if (input === undefined) return createOpenAiError('parameter_missing', 'input');
  if (!moderationModels.has(model)) return failWith(404, model);
  if (input.length === 0) return createOpenAiError('input_empty', 'input');
  const strings = [input].flat().filter((each) => typeof each === 'string');
  const parts = [input]
    .flat()
    .flatMap((each) => (typeof each === 'string' ? [] : (each.text ?? '')));
  return { model, texts: parts.length > 0 ? [parts.join('\n')] : strings };
}

const categories = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
];
const flaggedFrom = 0.5;
const unlikely = 0.00001;

/** Only self-harm is scored. */
export function moderate({ model, texts }: Moderated): object {
  return { id: `modr-${randomUUID()}`, model, results: texts.map(judge) };
}

function judge(text: string): object {
  const scores = scoreText(text);
  const scoreOf = (category: string) => scores[category] ?? unlikely;
  const listBy = <Value>(read: (category: string) => Value) =>
    Object.fromEntries(categories.map((category) => [category, read(category)]));
  return {
    flagged: categories.some((category) => scoreOf(category) >= flaggedFrom),
    categories: listBy((category) => scoreOf(category) >= flaggedFrom),
    category_scores: listBy(scoreOf),
    category_applied_input_types: listBy(() => ['text']),
  };
}
