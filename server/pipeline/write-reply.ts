import { modelFor } from '#server/ai/index.ts';
import { ModelError, type ModelReply, type Said, type Turn } from '#server/ai/model.ts';
import type { Failure } from '#server/db/schema.ts';
import type { ExpertRow } from '#server/messages/inbound-store.ts';
import { fallbackReplies, modelCalls, modelDuration } from '#server/metrics.ts';
import { describeFailure } from '#server/providers/failure-words.ts';
import { findOutage, noteAnswer, noteFailure, outageToAvoid } from '#server/providers/health.ts';
import { type CallableProvider, type ProviderRow, toCallable } from '#server/providers/store.ts';
import type { Runtime } from '#server/runtime.ts';
import { SecretUnreadable } from '#server/secrets.ts';
import type { AiMeta, Source, Verdict } from '#shared/api/threads.ts';
import { mapTexts, storable } from '#shared/texts.ts';

/** `failures` are those of this time; a reply has them where the first provider failed. */
export type WrittenReply = { failures: Failure[] } & (
  | { kind: 'reply'; text: string; sources: Source[]; aiMeta: AiMeta; verdict: Verdict | null }
  | { kind: 'rejected'; text: string | null; verdict: Verdict }
  | { kind: 'unanswered'; error: ModelError; retryInMs: number | null }
);

export type Asked = { expert: ExpertRow; provider: ProviderRow; fallback: ProviderRow | null };
export type Conditions = {
  signal: AbortSignal;
  /** How long to wait after this failure before the same provider is asked again; null: not again. */
  patience: (error: ModelError) => number | null;
};

/**
 * Validator and model, as the journey and AI Testing both use them: no channel, no credit. The expert's
 * second provider answers where the first has failed for good or is known to be down. A refusal is an
 * answer: nobody else is asked. Where the validator fails, nothing is answered.
 * @param messages oldest first; what the person said last is what to answer.
 */
export async function writeReply(
  runtime: Runtime,
  { expert, provider: first, fallback }: Asked,
  messages: Turn['messages'],
  conditions: Conditions,
): Promise<WrittenReply> {
  const ask = (provider: ProviderRow, because?: string) =>
    attempt({ runtime, expert, provider, messages, ...conditions }, because);
  const second = fallback?.isActive ? fallback : null;
  if (!second) return ask(first);
  /** Where two providers may be asked, a failure says whose it is. */
  const askNamed = async (provider: ProviderRow, because?: string): Promise<WrittenReply> => {
    const written = await ask(provider, because);
    const failures = written.failures.map((failure) => named(provider, failure));
    return { ...written, failures };
  };

  const outage = findOutage(runtime, second) ? null : outageToAvoid(runtime, first);
  if (outage) {
    const answered = await askNamed(second, `${first.displayName} is down. ${outage.reason}`);
    // For a picture that it can't see it is no second: then to ask the first may help, and not to ask can't.
    return cannotSee(answered) ? askNamed(first) : answered;
  }
  const tried = await askNamed(first);
  if (tried.kind !== 'unanswered' || tried.error.kind === 'refusal') return tried;
  const isWorthWaiting = tried.retryInMs !== null && !findOutage(runtime, first);
  if (isWorthWaiting) return tried;
  const answered = await askNamed(second, tried.failures[0]?.detail);
  const failures = [...tried.failures, ...answered.failures];
  return { ...(cannotSee(answered) ? tried : answered), failures };
}

function cannotSee(written: WrittenReply): boolean {
  return written.kind === 'unanswered' && written.error.kind === 'no_pictures';
}

function named({ displayName }: ProviderRow, failure: Failure): Failure {
  return { ...failure, detail: `${displayName}: ${failure.detail}` };
}

type Attempt = Conditions & {
  runtime: Runtime;
  expert: ExpertRow;
  provider: ProviderRow;
  messages: Turn['messages'];
};

async function attempt(asked: Attempt, because?: string): Promise<WrittenReply> {
  const { runtime, provider, signal, patience } = asked;
  try {
    const written = await ask(asked);
    // Told once all of it is there: a provider whose validator answers may still fail at every reply.
    noteAnswer(runtime, provider);
    if (because === undefined) return { ...written, failures: [] };
    const why = { fallbackBecause: because };
    if (written.kind === 'rejected') {
      return { ...written, verdict: { ...written.verdict, ...why }, failures: [] };
    }
    fallbackReplies.inc({ provider: provider.key });
    return { ...written, aiMeta: { ...written.aiMeta, ...why }, failures: [] };
  } catch (error) {
    if (signal.aborted || !(error instanceof ModelError)) throw error;
    const { kind } = error;
    runtime.log.warn({ providerId: provider.id, kind }, 'no answer from the model');
    const at = runtime.clock.now().toISOString();
    const failures = [{ at, kind, detail: describeFailure(runtime, provider, error) }];
    return { kind: 'unanswered', error, retryInMs: patience(error), failures };
  }
}

/** @throws {ModelError} also when the validator fails: an unvalidated answer is never given. */
async function ask({ runtime, expert, provider: row, messages, signal }: Attempt) {
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
    const validator = turn(expert.validator, [questionOf(messages)]);
    const judged = await measured(runtime, row, () => model.judge(validator));
    const { isAllowed, reason } = judged.result;
    verdict = { isAllowed, reason, ...metaOf(provider, judged) };
    if (!isAllowed) return { kind: 'rejected' as const, text: expert.rejected, verdict };
  }
  const replied = await measured(runtime, row, () =>
    model.reply(turn(expert.systemPrompt ?? defaultPrompt(expert), messages)),
  );
  const { text, sources, isCut } = replied.result;
  const aiMeta: AiMeta = { ...metaOf(provider, replied), ...(isCut && { isCut }) };
  return { kind: 'reply' as const, text, sources, aiMeta, verdict };
}

/** Who answered a call, and what it took. */
function metaOf(
  { key, displayName }: CallableProvider,
  { result, ms }: { result: Pick<ModelReply, 'model' | 'tokens'>; ms: number },
) {
  const { model, tokens } = result;
  return {
    provider: key,
    providerName: displayName,
    model,
    processingTimeMs: ms,
    tokenUsage: tokens,
  };
}

/** What the person said since the last answer, as one: a burst is judged as a whole. */
function questionOf(messages: Said[]): Said {
  const answered = messages.findLastIndex(({ role }) => role === 'assistant');
  const said = messages.slice(answered + 1);
  const pictures = said.flatMap((one) => one.pictures ?? []);
  return {
    role: 'user',
    content: said.map(({ content }) => content).join('\n'),
    ...(pictures.length > 0 && { pictures }),
  };
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
  runtime: Runtime,
  row: ProviderRow,
  call: () => Promise<Result>,
): Promise<{ result: Result; ms: number }> {
  const provider = row.key;
  const started = runtime.clock.now().getTime();
  try {
    const result = mapTexts(await call(), storable);
    const ms = runtime.clock.now().getTime() - started;
    modelCalls.inc({ provider, outcome: 'answered' });
    modelDuration.observe({ provider }, ms / 1000);
    return { result, ms };
  } catch (error) {
    modelCalls.inc({ provider, outcome: error instanceof ModelError ? error.kind : 'aborted' });
    if (error instanceof ModelError) noteFailure(runtime, row, error);
    throw error;
  }
}
