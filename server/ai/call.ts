import { APICallError, type LanguageModelUsage } from 'ai';
import { findLowerLimit } from './answer-limit.ts';
import { ModelError, type Tokens, type Turn } from './model.ts';
import { isRefusedFor, readMessage } from './to-model-error.ts';
import { isVendorCode } from './vendor-codes.ts';
import { toModelMessages } from './vision.ts';

// Else the SDK warns of every dropped parameter at every call.
globalThis.AI_SDK_LOG_WARNINGS = false;

type CallOptions = ReturnType<typeof callOptions>;
type Parameter = keyof typeof refusals;
/** `limit`: Max tokens was lowered to the model's own. */
type Refused = Parameter | 'limit';

/** Parameters that some models refuse, as their errors name them. */
const refusals = {
  temperature: /temperature/i,
  maxTokens: /use '?max_completion_tokens/i,
} as const;

/** Drops or lowers a parameter that the vendor's error refuses. The SDK can't know: a deployment or a proxy hides the model. */
export async function callWithSupportedParameters<Result>(
  turn: Turn,
  call: (options: CallOptions) => Promise<Result>,
  refused: Refused[] = [],
): Promise<Result> {
  try {
    return await call(callOptions(turn, refused));
  } catch (error) {
    const names = Object.keys(refusals) as Parameter[];
    const found = names.find((name) => isRefusedFor(error, refusals[name]));
    if (found && !refused.includes(found))
      return callWithSupportedParameters(turn, call, [...refused, found]);
    const lower = APICallError.isInstance(error)
      ? findLowerLimit(readMessage(error), turn.settings.maxTokens)
      : null;
    if (lower === null || refused.includes('limit')) throw error;
    const settings = { ...turn.settings, maxTokens: lower };
    return callWithSupportedParameters({ ...turn, settings }, call, [...refused, 'limit']);
  }
}

function callOptions(
  { instructions, messages, settings, timeoutMs, signal }: Turn,
  refused: Refused[],
) {
  const timeout = AbortSignal.timeout(timeoutMs);
  const maxTokens = settings.maxTokens;
  return {
    instructions,
    messages: toModelMessages(messages),
    ...(!refused.includes('temperature') && { temperature: settings.temperature }),
    // OpenAI's newer models name this limit differently in Chat Completions.
    ...(refused.includes('maxTokens')
      ? { providerOptions: { openai: { maxCompletionTokens: maxTokens } } }
      : { maxOutputTokens: maxTokens }),
    maxRetries: 0,
    abortSignal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
}

type Answered = { usage: LanguageModelUsage; response: { modelId: string } };

/** Tokens are null where the vendor reports none. */
export function readUsage({ usage, response }: Answered): { model: string; tokens: Tokens } {
  const tokens = { input: usage.inputTokens ?? null, output: usage.outputTokens ?? null };
  return { model: response.modelId, tokens };
}

type Ended = { finishReason: string; rawFinishReason?: string | undefined };

/** @throws {ModelError} for a refusal, or a call to a tool not offered. */
export function requireAnswer({ finishReason, rawFinishReason }: Ended): void {
  if (finishReason === 'content-filter') {
    throw new ModelError(
      'refusal',
      isVendorCode(rawFinishReason) ? rawFinishReason : 'content filter',
    );
  }
  // Half an answer at best: the rest would follow the tool's result.
  if (finishReason === 'tool-calls') {
    throw new ModelError('unexpected_tool', 'finish reason tool-calls');
  }
}
