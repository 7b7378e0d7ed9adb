import { modelFor } from '#server/ai/index.ts';
import { ListRefused } from '#server/ai/list-models.ts';
import { notFound } from '#server/errors.ts';
import { findCallRefused } from '#server/outside/outgoing/call-refused.ts';
import type { Runtime } from '#server/runtime.ts';
import { findProvider, toCallable } from './store.ts';

/**
 * Empty on a vendor's error: the names are only suggestions.
 * @throws {AppError} 404 for an unknown provider.
 */
export async function listVendorModels(runtime: Runtime, id: string): Promise<string[]> {
  const { config, db, fetch, log, secrets } = runtime;
  const provider = await findProvider(db, id);
  if (!provider) throw notFound('AI provider');
  const { key } = provider;
  try {
    const { settings } = toCallable(provider, secrets);
    const list = modelFor(key, fetch).listModels?.({
      ...settings,
      defaultBaseUrl: config.aiBaseUrls[key],
    });
    return (await list) ?? [];
  } catch (error) {
    // A parser's message quotes what it could not read.
    log.warn({ providerId: id, reason: describeReason(error as Error) }, 'listing models failed');
    return [];
  }
}

function describeReason(error: Error): string {
  if (error instanceof ListRefused) return error.message;
  return findCallRefused(error)?.message ?? error.name;
}
