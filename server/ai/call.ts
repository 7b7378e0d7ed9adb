import type { LanguageModelUsage } from 'ai';
import { ModelError, type Tokens, type Turn } from './model.ts';
import { isRefusedFor } from './to-model-error.ts';
import { isVendorCode } from './vendor-codes.ts';
import { toModelMessages } from './vision.ts';

// The SDK would print a warning for every parameter that it drops, at every call.
globalThis.AI_SDK_LOG_WARNINGS = false;

type CallOptions = ReturnType<typeof callOptions>;
type Parameter = keyof typeof refusals;

/** Parameters that some models refuse, and how their errors name them. */
const refusals = {
  temperature: /temperature/i,
  maxTokens: /use '?max_completion_tokens/i,
} as const;

/**
 * Drops a parameter when the vendor's error refuses it. The SDK can't know this ahead: behind a deployment or a proxy
 * it does not know the model.
 */
export async function callWithSupportedParameters<Result>(
  turn: Turn,
  call: (options: CallOptions) => Promise<Result>,
  refused: Parameter[] = [],
): Promise<Result> {
  try {
    return await call(callOptions(turn, refused));
  } catch (error) {
    const names = Object.keys(refusals) as Parameter[];
    const found = names.find((name) => isRefusedFor(error, refusals[name]));
    if (!found || refused.includes(found)) throw error;
    return callWithSupportedParameters(turn, call, [...refused, found]);
  }
}

function callOptions(
  { instructions, messages, settings, timeoutMs, signal }: Turn,
  refused: Parameter[],
) {
  const timeout = AbortSignal.timeout(timeoutMs);
  const maxTokens = settings.maxTokens;
  return {
    instructions,
    messages: toModelMessages(messages),
    ...(!refused.includes('temperature') && { temperature: settings.temperature }),
    // In Chat Completions OpenAI's newer models use another name for this limit.
    ...(refused.includes('maxTokens')
      ? { providerOptions: { openai: { maxCompletionTokens: maxTokens } } }
      : { maxOutputTokens: maxTokens }),
    maxRetries: 0,
    abortSignal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
}

type Answered = { usage: LanguageModelUsage; response: { modelId: string } };

/** Tokens are null, not 0, where the vendor does not report them. */
export function readUsage({ usage, response }: Answered): { model: string; tokens: Tokens } {
  const tokens = { input: usage.inputTokens ?? null, output: usage.outputTokens ?? null };
  return { model: response.modelId, tokens };
}

type Ended = { finishReason: string; rawFinishReason?: string | undefined };

/** @throws {ModelError} for a refusal, and for a call to a tool that was not offered. */
export function requireAnswer({ finishReason, rawFinishReason }: Ended): void {
  if (finishReason === 'content-filter') {
    throw new ModelError(
      'refusal',
      isVendorCode(rawFinishReason) ? rawFinishReason : 'content filter',
    );
  }
  // The text is half an answer at best: the rest would follow the tool's result.
  if (finishReason === 'tool-calls') {
    throw new ModelError('unexpected_tool', 'finish reason tool-calls');
  }
}
