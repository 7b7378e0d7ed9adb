import type { ModelApiError } from '../models/errors.ts';
import { createOpenAiError } from './errors.ts';
import type { ModelRequest } from './request.ts';

/** The chat-latest aliases do not reason. */
export function isReasoningModel(model: string): boolean {
  return /^(gpt-[5-9]|o\d)/.test(model) && !model.includes('chat-latest');
}

const minResponsesLimit = 16;

export function findParameterError(
  request: ModelRequest,
  api: 'responses' | 'chat',
): ModelApiError | null {
  const { temperature, maxTokens } = request;
  const isReasoning = isReasoningModel(request.model);
  if (temperature !== null && isReasoning && request.effort !== 'none') {
    return createOpenAiError('temperature_unsupported', 'temperature');
  }
  if (temperature !== null && (temperature < 0 || temperature > 2)) {
    return createOpenAiError('temperature_range', 'temperature');
  }
  if (request.usesOldLimit && isReasoning)
    return createOpenAiError('limit_unsupported', 'max_tokens');
  if (maxTokens === null) return null;
  if (api === 'responses' && maxTokens < minResponsesLimit) {
    return createOpenAiError('limit_small', 'max_output_tokens');
  }
  return maxTokens < 1 ? createOpenAiError('limit_small', 'max_tokens') : null;
}

/** Roughly: enough to see costs move. */
export function countTokens(text: string): number {
  return Math.max(1, Math.ceil(text.length / 4));
}

const thoughtTokens: Record<string, number> = {
  none: 0,
  minimal: 0,
  low: 32,
  medium: 64,
  high: 192,
  xhigh: 320,
};

type Usage = { input: number; output: number; reasoning: number };

export type Completion = {
  text: string;
  /** `length`: cut by the limit, which hidden reasoning can use up before any text. */
  finish: 'stop' | 'length' | 'refusal';
  usage: Usage;
};

export function complete(request: ModelRequest, text: string, isRefusal: boolean): Completion {
  const { system, turns } = request.conversation;
  const input = countTokens(system + turns.map((turn) => turn.text).join('')) + 3 * turns.length;
  const wanted = isReasoningModel(request.model)
    ? (thoughtTokens[request.effort ?? 'medium'] ?? 64)
    : 0;
  const limit = request.maxTokens ?? Number.POSITIVE_INFINITY;
  const reasoning = Math.min(wanted, limit);
  const room = limit - reasoning;
  const isCut = countTokens(text) > room;
  const shown = isCut ? text.slice(0, room * 4).trimEnd() : text;
  const output = reasoning + (shown === '' && isCut ? 0 : countTokens(shown));
  const finish = isCut ? 'length' : isRefusal ? 'refusal' : 'stop';
  return { text: shown, finish, usage: { input, output, reasoning } };
}
