import { ModerationFailed, moderate, type SelfHarmCategory } from '#server/ai/moderate.ts';
import type { ProviderRow } from '#server/db/schema.ts';
import { listProviders, openApiKey, toModelSettings } from '#server/experts/providers/store.ts';
import type { Runtime } from '#server/runtime.ts';
import { moderationCalls } from '../metrics.ts';
import { isPaused, noteFailure, noteSuccess } from './moderation-breaker.ts';

type Asked = {
  texts: string[];
  /** The expert's own, in order; preferred to the installation's others. */
  providers: (ProviderRow | null)[];
  signal: AbortSignal;
};

/**
 * A failure does not fail the turn, and no person waits longer than `moderationTimeoutMs`.
 * @returns null without an answer: no key, a pause, a failure or a timeout.
 */
export async function moderateTexts(
  runtime: Runtime,
  { texts, providers, signal }: Asked,
): Promise<(SelfHarmCategory | null)[] | null> {
  if (texts.every((text) => text.trim() === '')) return null;
  const deadline = AbortSignal.any([
    signal,
    AbortSignal.timeout(runtime.config.moderationTimeoutMs),
  ]);
  const provider = await findModerator(runtime, providers);
  if (!provider || isPaused(runtime, provider)) return null;
  try {
    const found = await ask(runtime, provider, { texts, signal: deadline });
    noteSuccess(runtime, provider);
    moderationCalls.inc({ outcome: found.some(Boolean) ? 'hit' : 'clear' });
    return found;
  } catch (error) {
    if (signal.aborted) return null;
    moderationCalls.inc({ outcome: 'failed' });
    const { name, message } = error as Error;
    // Other messages may quote the text.
    const failed = error instanceof ModerationFailed ? error : null;
    const reason = failed ? message : name;
    runtime.log.warn({ providerId: provider.id, reason }, 'moderation failed');
    // One person's odd texts must not pause it for everyone.
    if (!failed?.isForTexts) noteFailure(runtime, provider);
    return null;
  }
}

async function findModerator(
  { db }: Runtime,
  providers: (ProviderRow | null)[],
): Promise<ProviderRow | null> {
  const isModerator = (provider: ProviderRow | null) => provider !== null && moderates(provider);
  return providers.find(isModerator) ?? (await listProviders(db)).find(isModerator) ?? null;
}

/** A region's host is OpenAI's own, too. */
const openAisOwn = /^https:\/\/([a-z]+\.)?api\.openai\.com\//;

/** A server that only speaks OpenAI's API rarely moderates. */
function moderates({ key, isActive, config }: ProviderRow): boolean {
  if (key !== 'openai' || !isActive) return false;
  return !config.baseUrl || openAisOwn.test(config.baseUrl);
}

async function ask(
  { fetch, config, secrets }: Runtime,
  provider: ProviderRow,
  { texts, signal }: { texts: string[]; signal: AbortSignal },
): Promise<(SelfHarmCategory | null)[]> {
  const { apiKey, baseUrl } = toModelSettings(provider, openApiKey(secrets, provider));
  const settings = { apiKey, baseUrl, defaultBaseUrl: config.aiBaseUrls.openai };
  // The vendor refuses an empty text, such as a picture's.
  const said = texts.filter((text) => text.trim() !== '');
  const found = await moderate(fetch, settings, { texts: said, signal });
  return texts.map((text) => found[said.indexOf(text)] ?? null);
}
