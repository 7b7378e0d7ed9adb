import { APICallError, type LanguageModelUsage, NoObjectGeneratedError } from 'ai';
import { ModelError, type Tokens, type Turn } from './model.ts';
import { toModelMessages } from './pictures.ts';

// A parameter that a model does not take is dropped by the SDK; a line on the console for each call helps nobody.
globalThis.AI_SDK_LOG_WARNINGS = false;

type CallOptions = ReturnType<typeof callOptions>;

/**
 * Some models refuse a temperature, and only their answer tells: behind the name of a deployment or a
 * proxy the SDK can't know the model. Such a call is made once more without it.
 */
export async function adapting<Result>(
  turn: Turn,
  call: (options: CallOptions) => Promise<Result>,
): Promise<Result> {
  try {
    return await call(callOptions(turn));
  } catch (error) {
    if (!refusesTemperature(error)) throw error;
    return call(callOptions(turn, { hasTemperature: false }));
  }
}

function refusesTemperature(error: unknown): boolean {
  return isRefusedFor(error, /temperature/i);
}

/** Whether the vendor took the call for wrong because of something that it names. */
export function isRefusedFor(error: unknown, name: RegExp): boolean {
  const isWrong = APICallError.isInstance(error) && [400, 422].includes(error.statusCode ?? 0);
  return isWrong && name.test(error.message);
}

function callOptions(
  { instructions, messages, settings, timeoutMs, signal }: Turn,
  { hasTemperature } = { hasTemperature: true },
) {
  const timeout = AbortSignal.timeout(timeoutMs);
  return {
    instructions,
    messages: toModelMessages(messages),
    ...(hasTemperature && { temperature: settings.temperature }),
    maxOutputTokens: settings.maxTokens,
    maxRetries: 0,
    abortSignal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
}

/** The SDK leaves numbers out where the vendor sent none; "unknown" must not become 0. */
export function tokensOf(usage: LanguageModelUsage): Tokens {
  return { input: usage.inputTokens ?? null, output: usage.outputTokens ?? null };
}

/** What went wrong, as a ModelError wherever it is one. */
export function translated(error: unknown): unknown {
  if (error instanceof ModelError) return error;
  if (NoObjectGeneratedError.isInstance(error)) return new ModelError('no_verdict', error.message);
  if (APICallError.isInstance(error)) return callError(error);
  const { name, message } = error as Error;
  if (name === 'TimeoutError') return new ModelError('timeout', message);
  // Our own abort is no failure of the model: the caller stops and hands the work back.
  if (name === 'AbortError') return error;
  if (name === 'AI_NoOutputGeneratedError') return new ModelError('no_verdict', message);
  return error;
}

function callError(error: APICallError): ModelError {
  const status = error.statusCode;
  const detail = [status, error.message].filter(Boolean).join(' ').slice(0, 500);
  if (status === undefined) return new ModelError('network', detail);
  // Google says 400 to a wrong key.
  const isKeyRefused = error.responseBody?.includes('API_KEY_INVALID');
  if (status === 401 || status === 403 || isKeyRefused)
    return new ModelError('credentials', detail);
  if (status === 404) return new ModelError('not_found', detail);
  if (status === 429) return new ModelError('rate_limited', detail, retryAfter(error));
  if (status === 408 || status === 409 || status >= 500) {
    return new ModelError('provider_down', detail, retryAfter(error));
  }
  // A 200 that can't be read is the provider's fault and may pass.
  return new ModelError(status === 200 ? 'provider_down' : 'bad_request', detail);
}

function retryAfter({ responseHeaders }: APICallError): number | null {
  const exact = Number(responseHeaders?.['retry-after-ms']);
  if (exact > 0) return exact;
  const text = responseHeaders?.['retry-after'];
  if (!text) return null;
  const ms = Number(text) > 0 ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return ms > 0 ? ms : null;
}

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
