import type { Runtime } from '#server/runtime.ts';
import { findOutage } from './health.ts';
import { getProvider } from './store.ts';
import { tryProvider } from './try-service.ts';

/** Revisions that have answered, so that each is called once per process. */
const proven = new Map<string, number>();

/**
 * Calls the model once with the saved settings, unless it has answered with them before.
 * @returns what is wrong; null: it works.
 */
export async function proveProvider(
  runtime: Runtime,
  id: string,
  stopping: AbortSignal,
): Promise<string | null> {
  const provider = await getProvider(runtime.db, id);
  const { key, config, isActive, displayName, revision } = provider;
  if (!isActive) return `${displayName} is inactive.`;
  const outage = findOutage(provider);
  if (outage) return `${displayName} is down. ${outage.reason}`;
  if (proven.get(id) === revision) return null;
  const { ok, message } = await tryProvider(runtime, { key, providerId: id, config }, stopping);
  if (!ok) return message;
  proven.set(id, revision);
  return null;
}
