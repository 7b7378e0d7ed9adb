import type { LanguageModelUsage } from 'ai';
import { ModelError, type Tokens, type Turn } from './model.ts';
import { toModelMessages } from './pictures.ts';
import { isRefusedFor } from './translate.ts';

// A parameter that a model does not take is dropped by the SDK; a line on the console for each call helps nobody.
globalThis.AI_SDK_LOG_WARNINGS = false;

type CallOptions = ReturnType<typeof callOptions>;
type Parameter = keyof typeof refusedParameters;

/** What some models refuse, and how they say it. */
const refusedParameters = {
  temperature: /temperature/i,
  maxTokens: /use '?max_completion_tokens/i,
} as const;

/**
 * Some models refuse a parameter, and only their answer tells: behind the name of a deployment or a proxy
 * the SDK can't know the model. Such a call is made again without what was refused.
 */
export async function adapting<Result>(
  turn: Turn,
  call: (options: CallOptions) => Promise<Result>,
  refused: Parameter[] = [],
): Promise<Result> {
  try {
    return await call(callOptions(turn, refused));
  } catch (error) {
    const names = Object.keys(refusedParameters) as Parameter[];
    const found = names.find((name) => isRefusedFor(error, refusedParameters[name]));
    if (!found || refused.includes(found)) throw error;
    return adapting(turn, call, [...refused, found]);
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
    // OpenAI's newer models take the limit by another name in Chat Completions.
    ...(refused.includes('maxTokens')
      ? { providerOptions: { openai: { maxCompletionTokens: maxTokens } } }
      : { maxOutputTokens: maxTokens }),
    maxRetries: 0,
    abortSignal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
}

/** Which model answered, and what it took. The SDK leaves out what the vendor did not say; that must not become 0. */
export function factsOf({ usage, response }: Answered): { model: string; tokens: Tokens } {
  const tokens = { input: usage.inputTokens ?? null, output: usage.outputTokens ?? null };
  return { model: response.modelId, tokens };
}
type Answered = { usage: LanguageModelUsage; response: { modelId: string } };

type Ended = { finishReason: string; rawFinishReason?: string | undefined } & {
  toolCalls: readonly { toolName: string }[];
};

/** @throws {ModelError} for an answer that is none: refused, or waiting for a tool that nobody offered. */
export function refuseUnfit({ finishReason, rawFinishReason, toolCalls }: Ended): void {
  if (finishReason === 'content-filter') {
    throw new ModelError('refusal', rawFinishReason ?? 'content filter');
  }
  // Half an answer at best: the rest was to follow on the tool's result.
  if (finishReason === 'tool-calls') {
    const names = toolCalls.map(({ toolName }) => toolName).join(', ');
    throw new ModelError('unexpected_tool', names || 'no name');
  }
}
