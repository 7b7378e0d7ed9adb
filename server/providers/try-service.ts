import type { z } from 'zod';
import { modelFor } from '#server/ai/index.ts';
import { ModelError } from '#server/ai/model.ts';
import { badRequest, notFound, unavailable } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { openSecret, SecretUnreadable } from '#server/secrets.ts';
import { aiProviderNames, modelOf } from '#shared/ai-providers.ts';
import {
  apiKeyForAddress,
  isSameAddress,
  type TestProviderReply,
  type testProviderRequest,
} from '#shared/api/providers.ts';
import { describeFailure } from './failure-words.ts';
import { noteAnswer } from './health.ts';
import { refuseWebSearch } from './service.ts';
import { callableSettings, findProvider, type ProviderRow } from './store.ts';

type Request = z.output<typeof testProviderRequest>;

const smallTalk = {
  instructions: 'This is a test of the connection. Answer with the word OK.',
  messages: [{ role: 'user' as const, content: 'Are you there?' }],
};

/**
 * Makes one small real call with settings that may not be saved yet.
 * @throws {AppError} 400 for settings that can't be tried, 404 for an unknown provider.
 */
export async function tryProvider(
  runtime: Runtime,
  { key, providerId, config: { apiKey: typedKey, ...config } }: Request,
  stopping: AbortSignal,
): Promise<TestProviderReply> {
  refuseWebSearch(key, config);
  const stored = providerId ? await getProvider(runtime, providerId) : null;
  if (stored && stored.key !== key) throw badRequest('key: The vendor of a provider stays');
  if (!stored && !typedKey) throw badRequest('config.apiKey: API key is required');
  const isElsewhere = !isSameAddress(stored?.config.baseUrl, config.baseUrl);
  if (!typedKey && isElsewhere) return failed(`${apiKeyForAddress}.`);

  const provider = { key, config };
  const started = runtime.clock.now().getTime();
  const took = () => runtime.clock.now().getTime() - started;
  try {
    const apiKey = typedKey || openStored(runtime, stored);
    const settings = callableSettings(provider, apiKey);
    const reply = await modelFor(key, runtime.fetch).reply({
      ...smallTalk,
      settings: { ...settings, defaultBaseUrl: runtime.config.aiBaseUrls[key] },
      timeoutMs: runtime.config.replyTimeoutMs,
      signal: stopping,
    });
    if (stored && !typedKey && isSame(stored, settings)) noteAnswer(runtime, stored);
    const name = aiProviderNames[key];
    const isSandboxed = runtime.config.sandbox.ai.includes(key) && !settings.baseUrl;
    const message = isSandboxed ? `The sandbox answered, not ${name}.` : `${name} answered.`;
    return { ok: true, message, processingTimeMs: took(), model: reply.model };
  } catch (error) {
    if (stopping.aborted) throw unavailable('The server is restarting. Please try again.', 5);
    if (!(error instanceof ModelError)) throw error;
    const message = describeFailure(runtime, provider, error);
    return { ok: false, message, processingTimeMs: took(), model: modelOf(provider) };
  }
}

function failed(message: string): TestProviderReply {
  return { ok: false, message, processingTimeMs: null, model: null };
}

async function getProvider({ db }: Runtime, id: string): Promise<ProviderRow> {
  const provider = await findProvider(db, id);
  if (!provider) throw notFound('AI provider');
  return provider;
}

/** @throws {ModelError} for a key that was sealed with another SECRET_KEY. */
function openStored({ config }: Runtime, provider: ProviderRow | null): string {
  if (!provider) return '';
  try {
    return openSecret(config.secretKey, provider.apiKey);
  } catch (error) {
    if (error instanceof SecretUnreadable) throw new ModelError('credentials', error.message);
    throw error;
  }
}

/** What works as it is stored is not down. */
function isSame(stored: ProviderRow, tried: ReturnType<typeof callableSettings>): boolean {
  return JSON.stringify(callableSettings(stored, tried.apiKey)) === JSON.stringify(tried);
}
