import { SecretUnreadable } from '#server/access/secrets/secrets.ts';
import { modelFor } from '#server/ai/index.ts';
import { type ChatMessage, ModelError, type ModelReply, type Turn } from '#server/ai/model.ts';
import { replyToWhatFits } from '#server/ai/reply-to-what-fits.ts';
import type { ExpertRow, Failure, ProviderRow, StoredEvidence } from '#server/db/schema.ts';
import { findKnowledge } from '#server/experts/knowledge/known.ts';
import { describeFailure } from '#server/experts/providers/describe-failure.ts';
import {
  findOutage,
  findOutageToAvoid,
  isDown,
  recordFailure,
  recordSuccess,
} from '#server/experts/providers/health.ts';
import { type CallableProvider, toCallable } from '#server/experts/providers/store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { AiMeta, Source, Verdict } from '#shared/api/messages.ts';
import { makeStorable, mapTexts } from '#shared/texts.ts';
import { fallbackReplies, modelCalls, modelDuration, modelTokens } from '../metrics.ts';
import { askAndCheck } from './ask-and-check.ts';
import type { Mark } from './mark-words.ts';
import { listQuestion, splitQuestion } from './question.ts';
import { recitesPrompt } from './recites-prompt.ts';
import { isUnanswered, sayUnfounded } from './unfounded.ts';
import { writeInstructions } from './write-instructions.ts';

/** `failures` of this turn; a reply has some if the fallback wrote it. */
export type WrittenReply = { failures: Failure[] } & (
  | {
      kind: 'reply';
      text: string;
      sources: Source[];
      aiMeta: AiMeta;
      verdict: Verdict | null;
      /** Then the text is not sent. */
      mark: Mark | null;
      /** Null without sources. */
      evidence: StoredEvidence | null;
    }
  /** A strict expert whose sources don't hold the answer. `text` null: the usual one. */
  | {
      kind: 'no-answer';
      text: string | null;
      evidence: StoredEvidence;
      aiMeta: AiMeta;
      verdict: Verdict | null;
    }
  | { kind: 'rejected'; text: string | null; verdict: Verdict }
  | { kind: 'unanswered'; error: ModelError; retryInMs: number | null }
);

export type Answerers = { expert: ExpertRow; provider: ProviderRow; fallback: ProviderRow | null };
export type Conditions = {
  signal: AbortSignal;
  /** In ms, until the same provider may be called again; null: not again. */
  retryDelay: (error: ModelError) => number | null;
  /** For this reply, after the expert's prompt. */
  notes?: string[];
};

/**
 * The fallback answers if the first provider failed for good or is known to be down, but not after a refusal.
 * @param messages oldest first, ending with the one to answer.
 */
export async function writeReply(
  runtime: Runtime,
  { expert, provider: first, fallback }: Answerers,
  messages: Turn['messages'],
  conditions: Conditions,
): Promise<WrittenReply> {
  const call = (provider: ProviderRow, because?: string) =>
    callProvider({ runtime, expert, provider, messages, ...conditions }, because);
  const second = fallback?.isActive ? fallback : null;
  if (!second) return call(first);
  const callNamed = async (provider: ProviderRow, because?: string): Promise<WrittenReply> => {
    const written = await call(provider, because);
    const failures = written.failures.map((failure) => withProviderName(provider, failure));
    return { ...written, failures };
  };

  const outage = findOutage(second) ? null : await findOutageToAvoid(runtime, first);
  if (outage) {
    const written = await callNamed(second, `${first.displayName} is down. ${outage.reason}`);
    // The first may see pictures that the second can't.
    return cannotSee(written) ? callNamed(first) : written;
  }
  const written = await callNamed(first);
  if (written.kind !== 'unanswered' || isFinal(written.error)) return written;
  const isWorthWaiting = written.retryInMs !== null && !(await isDown(runtime, first));
  if (isWorthWaiting) return written;
  const fallbackWritten = await callNamed(second, written.failures[0]?.detail);
  const failures = [...written.failures, ...fallbackWritten.failures];
  return { ...(cannotSee(fallbackWritten) ? written : fallbackWritten), failures };
}

/** Another provider would be asked to say what this one must not. */
function isFinal({ kind }: ModelError): boolean {
  return kind === 'refusal' || kind === 'recited';
}

function cannotSee(written: WrittenReply): boolean {
  return written.kind === 'unanswered' && written.error.kind === 'no_pictures';
}

function withProviderName({ displayName }: ProviderRow, failure: Failure): Failure {
  return { ...failure, detail: `${displayName}: ${failure.detail}` };
}

type Call = Conditions & {
  runtime: Runtime;
  expert: ExpertRow;
  provider: ProviderRow;
  messages: Turn['messages'];
};

async function callProvider(call: Call, because?: string): Promise<WrittenReply> {
  const { runtime, provider, signal, retryDelay } = call;
  try {
    const written = await generate(call);
    // Only now: a provider whose validator answers may still fail at every reply.
    await recordSuccess(runtime, provider);
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
    return { kind: 'unanswered', error, retryInMs: retryDelay(error), failures };
  }
}

/** @throws {ModelError} also if the validator fails: no reply is sent unvalidated. */
async function generate({ runtime, expert, provider: row, messages, signal, notes = [] }: Call) {
  const provider = unsealProvider(runtime, row);
  if (!provider.isActive) throw new ModelError('inactive', provider.displayName);
  const model = modelFor(provider.key, runtime.fetch);
  const turn = (instructions: string, said: Turn['messages']): Turn => ({
    instructions,
    messages: said,
    settings: toModelSettings(runtime, provider),
    timeoutMs: runtime.config.replyTimeoutMs,
    signal,
  });

  let verdict: Verdict | null = null;
  if (expert.validator) {
    const validator = turn(expert.validator, [joinQuestion(messages)]);
    const validated = await timeCall(runtime, row, () => model.validate(validator));
    const { isAllowed, reason } = validated.result;
    verdict = { isAllowed, reason, ...describeCall(provider, validated) };
    if (!isAllowed) return { kind: 'rejected' as const, text: expert.rejected, verdict };
  }
  const prompt = expert.systemPrompt ?? writeDefaultPrompt(expert);
  const knowledge = await findKnowledge(runtime, expert, splitQuestion(messages));
  const replied = await askAndCheck(knowledge, messages, (fault) => {
    const told = writeInstructions(prompt, { knowledge, notes, fault });
    return timeCall(runtime, row, () => replyToWhatFits(model, turn(told, messages)));
  });
  const { text, mark, evidence } = replied;
  const { sources, isCut } = replied.result;
  if (recitesPrompt(text, prompt)) throw new ModelError('recited', 'system prompt');
  const isUnfounded = evidence !== null && isUnanswered(evidence);
  // It only repeated a mark that the person had written.
  if (text === '' && !mark && !isUnfounded) throw new ModelError('refusal', 'a mark alone');
  const more = { ...(isCut && { isCut }), ...(mark && { mark }) };
  const aiMeta: AiMeta = { ...describeCall(provider, replied), ...more };
  const reply = { kind: 'reply' as const, text, sources, aiMeta, verdict, mark, evidence };
  if (!isUnfounded || knowledge?.mode === 'free') return reply;
  if (knowledge?.mode === 'guided' && text !== '') return { ...reply, text: sayUnfounded(text) };
  const refused = { ...evidence, refused: text || null };
  return {
    kind: 'no-answer' as const,
    text: expert.noAnswerText,
    evidence: refused,
    aiMeta,
    verdict,
  };
}

function describeCall(
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

/** A burst is validated as a whole. */
function joinQuestion(messages: ChatMessage[]): ChatMessage {
  const pictures = listQuestion(messages).flatMap((one) => one.pictures ?? []);
  return {
    role: 'user',
    content: splitQuestion(messages).question,
    ...(pictures.length > 0 && { pictures }),
  };
}

function unsealProvider({ secrets }: Runtime, row: ProviderRow): CallableProvider {
  try {
    return toCallable(row, secrets);
  } catch (error) {
    if (error instanceof SecretUnreadable) throw new ModelError('credentials', error.message);
    throw error;
  }
}

function toModelSettings({ config }: Runtime, provider: CallableProvider): Turn['settings'] {
  return { ...provider.settings, defaultBaseUrl: config.aiBaseUrls[provider.key] };
}

function writeDefaultPrompt({ displayName, tagline }: ExpertRow): string {
  return `You are ${displayName}${tagline ? `, ${tagline}` : ''}. You answer by text message: be helpful, friendly and brief.`;
}

async function timeCall<Result extends Pick<ModelReply, 'tokens'>>(
  runtime: Runtime,
  row: ProviderRow,
  call: () => Promise<Result>,
): Promise<{ result: Result; ms: number }> {
  const provider = row.key;
  const started = runtime.clock.now().getTime();
  try {
    const result = mapTexts(await call(), makeStorable);
    const ms = runtime.clock.now().getTime() - started;
    modelCalls.inc({ provider, outcome: 'answered' });
    modelDuration.observe({ provider }, ms / 1000);
    countTokens(provider, result.tokens);
    return { result, ms };
  } catch (error) {
    modelCalls.inc({ provider, outcome: error instanceof ModelError ? error.kind : 'aborted' });
    if (error instanceof ModelError) await recordFailure(runtime, row, error);
    throw error;
  }
}

/** A compatible server may say anything, and a counter takes only what is not below zero. */
function countTokens(provider: string, { input, output }: ModelReply['tokens']): void {
  for (const [kind, count] of Object.entries({ input, output })) {
    modelTokens.inc({ provider, kind }, Number.isFinite(count) ? Math.max(0, count ?? 0) : 0);
  }
}
