import type { z } from 'zod';
import { SecretUnreadable } from '#server/access/secrets/secrets.ts';
import { modelFor } from '#server/ai/index.ts';
import { ModelError } from '#server/ai/model.ts';
import type { ProviderRow } from '#server/db/schema.ts';
import { badRequest, notFound, unavailable } from '#server/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { aiProviderNames, modelOf } from '#shared/ai-providers.ts';
import {
  apiKeyForAddress,
  isSameAddress,
  type TestProviderReply,
  type testProviderRequest,
} from '#shared/api/providers.ts';
import { describeFailure } from './describe-failure.ts';
import { recordSuccess } from './health.ts';
import { refuseWebSearch } from './service.ts';
import { findProvider, openApiKey, toModelSettings } from './store.ts';

type Request = z.output<typeof testProviderRequest>;

const testTurn = {
  instructions: 'This is a test of the connection. Answer with the word OK.',
  messages: [{ role: 'user' as const, content: 'Are you there?' }],
};

/** @throws {AppError} 400 for settings that can't be tried, 404 for an unknown provider. */
export async function tryProvider(
  runtime: Runtime,
  { key, providerId, config: { apiKey: typedKey, ...config } }: Request,
  stopping: AbortSignal,
): Promise<TestProviderReply> {
  refuseWebSearch(key, config);
  const stored = providerId ? await getProvider(runtime, providerId) : null;
  if (stored && stored.key !== key)
    throw badRequest("key: The vendor of a provider can't be changed");
  if (!stored && !typedKey) throw badRequest('config.apiKey: API key is required');
  const isNewAddress = !isSameAddress(stored?.config.baseUrl, config.baseUrl);
  if (!typedKey && isNewAddress) return toFailure(`${apiKeyForAddress}.`);

  const provider = { key, config };
  const started = runtime.clock.now().getTime();
  const measureMs = () => runtime.clock.now().getTime() - started;
  try {
    const apiKey = typedKey || openStoredKey(runtime, stored);
    const settings = toModelSettings(provider, apiKey);
    const reply = await modelFor(key, runtime.fetch).reply({
      ...testTurn,
      settings: { ...settings, defaultBaseUrl: runtime.config.aiBaseUrls[key] },
      timeoutMs: runtime.config.replyTimeoutMs,
      signal: stopping,
    });
    if (stored && !typedKey && matchesStored(stored, settings)) {
      await recordSuccess(runtime, stored);
    }
    const name = aiProviderNames[key];
    const isSandboxed = runtime.config.sandbox.ai.includes(key) && !settings.baseUrl;
    const message = isSandboxed ? `The sandbox answered, not ${name}.` : `${name} answered.`;
    return { ok: true, message, processingTimeMs: measureMs(), model: reply.model };
  } catch (error) {
    if (stopping.aborted) throw unavailable('The server is restarting. Please try again.', 5);
    if (!(error instanceof ModelError)) throw error;
    const message = describeFailure(runtime, provider, error);
    return { ok: false, message, processingTimeMs: measureMs(), model: modelOf(provider) };
  }
}

function toFailure(message: string): TestProviderReply {
  return { ok: false, message, processingTimeMs: null, model: null };
}

async function getProvider({ db }: Runtime, id: string): Promise<ProviderRow> {
  const provider = await findProvider(db, id);
  if (!provider) throw notFound('AI provider');
  return provider;
}

/** @throws {ModelError} for a key sealed with another SECRET_KEY. */
function openStoredKey({ secrets }: Runtime, provider: ProviderRow | null): string {
  if (!provider) return '';
  try {
    return openApiKey(secrets, provider);
  } catch (error) {
    if (error instanceof SecretUnreadable) throw new ModelError('credentials', error.message);
    throw error;
  }
}

/** Only a success with the stored settings proves that the provider is back. */
function matchesStored(stored: ProviderRow, tried: ReturnType<typeof toModelSettings>): boolean {
  return JSON.stringify(toModelSettings(stored, tried.apiKey)) === JSON.stringify(tried);
}
