import { modelFor } from '#server/ai/index.ts';
import { ModelError, type ModelReply, modelFailures, type Turn } from '#server/ai/model.ts';
import type { Verdict } from '#server/db/schema.ts';
import type { ExpertRow } from '#server/messages/inbound-store.ts';
import { modelCalls, modelDuration } from '#server/metrics.ts';
import { type CallableProvider, type ProviderRow, toCallable } from '#server/providers/store.ts';
import type { Runtime } from '#server/runtime.ts';
import { SecretUnreadable } from '#server/secrets.ts';
import type { AiMeta, Source } from '#shared/api/threads.ts';

export type WrittenReply =
  | { kind: 'reply'; text: string; sources: Source[]; aiMeta: AiMeta; verdict: Verdict | null }
  | { kind: 'rejected'; text: string | null; verdict: Verdict };

/**
 * Validator and model, as the journey and AI Testing both use them: no channel, no credit.
 * @param messages oldest first; the last is the one to answer.
 * @throws {ModelError} also when the validator fails: an unvalidated answer is never given.
 */
export async function writeReply(
  runtime: Runtime,
  { expert, provider: row }: { expert: ExpertRow; provider: ProviderRow },
  messages: Turn['messages'],
  signal?: AbortSignal,
): Promise<WrittenReply> {
  const provider = callable(runtime, row);
  if (!provider.isActive) throw new ModelError('inactive', provider.displayName);
  const model = modelFor(provider.key, runtime.fetch);
  const turn = (instructions: string, said: Turn['messages']): Turn => ({
    instructions,
    messages: said,
    settings: settingsOf(runtime, provider),
    timeoutMs: runtime.config.replyTimeoutMs,
    signal,
  });

  let verdict: Verdict | null = null;
  if (expert.validator) {
    const validator = turn(expert.validator, messages.slice(-1));
    const judged = await measured(runtime, provider.key, () => model.judge(validator));
    const { isAllowed, reason, tokens } = judged.result;
    verdict = { isAllowed, reason, processingTimeMs: judged.ms, tokenUsage: tokens };
    if (!isAllowed) return { kind: 'rejected', text: expert.rejected, verdict };
  }
  const { result, ms } = await measured<ModelReply>(runtime, provider.key, () =>
    model.reply(turn(expert.systemPrompt ?? defaultPrompt(expert), messages)),
  );
  const { text, sources, model: answering, isCut, tokens } = result;
  const aiMeta: AiMeta = {
    provider: provider.key,
    providerName: provider.displayName,
    model: answering,
    processingTimeMs: ms,
    tokenUsage: tokens,
    ...(isCut && { isCut }),
  };
  return { kind: 'reply', text, sources, aiMeta, verdict };
}

function callable({ config }: Runtime, row: ProviderRow): CallableProvider {
  try {
    return toCallable(row, config.secretKey);
  } catch (error) {
    if (error instanceof SecretUnreadable) throw new ModelError('credentials', error.message);
    throw error;
  }
}

function settingsOf({ config }: Runtime, provider: CallableProvider): Turn['settings'] {
  return { ...provider.settings, defaultBaseUrl: config.aiBaseUrls[provider.key] };
}

function defaultPrompt({ displayName, tagline }: ExpertRow): string {
  return `You are ${displayName}${tagline ? `, ${tagline}` : ''}. You answer by text message: be helpful, friendly and brief.`;
}

async function measured<Result>(
  { clock }: Runtime,
  provider: string,
  call: () => Promise<Result>,
): Promise<{ result: Result; ms: number }> {
  const started = clock.now().getTime();
  try {
    const result = await call();
    const ms = clock.now().getTime() - started;
    modelCalls.inc({ provider, outcome: 'answered' });
    modelDuration.observe({ provider }, ms / 1000);
    return { result, ms };
  } catch (error) {
    modelCalls.inc({ provider, outcome: error instanceof ModelError ? error.kind : 'aborted' });
    throw error;
  }
}

/** What an admin reads of a failure: our words first, then the vendor's. */
export function describeModelError({ kind, detail }: ModelError): string {
  return `${modelFailures[kind].words} (${detail})`;
}
