import type { Runtime } from '#server/runtime.ts';
import { findOutage } from './health.ts';
import { recallProvider } from './memory.ts';
import { getProvider } from './store.ts';
import { tryProvider } from './try-service.ts';

/**
 * Calls the model once per process and saved settings.
 * @returns the problem; null: it works.
 */
export async function verifyProvider(
  runtime: Runtime,
  id: string,
  stopping: AbortSignal,
): Promise<string | null> {
  const provider = await getProvider(runtime.db, id);
  const { key, config, isActive, displayName } = provider;
  if (!isActive) return `${displayName} is inactive.`;
  const outage = findOutage(provider);
  if (outage) return `${displayName} is down. ${outage.reason}`;
  const memory = recallProvider(runtime.providerMemories, provider);
  if (memory.hasAnswered) return null;
  const { ok, message } = await tryProvider(runtime, { key, providerId: id, config }, stopping);
  if (!ok) return message;
  memory.hasAnswered = true;
  return null;
}
