import type { ModelError, ModelFailureKind } from '#server/ai/model.ts';
import type { ProviderRow, StoredOutage } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { providerDown } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { describeFailure } from './describe-failure.ts';
import { describeSettings, recallProvider } from './memory.ts';
import { findProvider, lockProvider, replaceOutage, setOutage } from './store.ts';

/** Until `nextTryAt` the provider is avoided; then one call of one process probes it. */
export type Outage = { since: Date; nextTryAt: Date; reason: string };

/** A single failure is chance. */
const openAfter = 3;
const firstPauseMs = 30_000;
const longestPauseMs = 10 * 60_000;

/** Any other kind is about the message: the provider does answer. */
const providersFault = new Set<ModelFailureKind>([
  'credentials',
  'not_found',
  'no_address',
  'private_address',
  'redirected',
  'rate_limited',
  'provider_down',
  'network',
  'timeout',
]);

export function findOutage({ key, id, outage }: ProviderRow): Outage | null {
  providerDown.set({ provider: key, id }, outage ? 1 : 0);
  if (!outage) return null;
  const { since, nextTryAt, reason } = outage;
  return { since: new Date(since), nextTryAt: new Date(nextTryAt), reason };
}

/** Null: call this provider. After a pause only one caller of all processes gets null, as the probe. */
export async function findOutageToAvoid(
  { db, clock }: Runtime,
  provider: ProviderRow,
): Promise<Outage | null> {
  const found = findOutage(provider);
  const { outage: old } = provider;
  const now = clock.now();
  if (!found || !old || now < found.nextTryAt) return found;
  // A probe whose process stops never reports, so another follows after the next pause.
  const next = { ...old, nextTryAt: addMs(now, old.pauseMs), isProbed: true };
  return (await replaceOutage(db, provider.id, { old, next })) ? null : found;
}

/** After a failed call: whether the provider counts as down by now. */
export async function isDown({ db }: Runtime, provider: ProviderRow): Promise<boolean> {
  const row = await findProvider(db, provider.id);
  return row !== null && findOutage(row) !== null;
}

export async function recordSuccess(runtime: Runtime, provider: ProviderRow): Promise<void> {
  recallProvider(runtime.providerMemories, provider).failuresInARow = 0;
  if (!provider.outage) return;
  runtime.log.info({ providerId: provider.id }, 'AI provider is back');
  await setOutage(runtime.db, provider.id, null);
  findOutage({ ...provider, outage: null });
}

export async function recordFailure(
  runtime: Runtime,
  provider: ProviderRow,
  error: ModelError,
): Promise<void> {
  // Known without a call for some models, so it says nothing about the provider.
  if (error.kind === 'no_pictures') return;
  if (!providersFault.has(error.kind)) return recordSuccess(runtime, provider);
  const memory = recallProvider(runtime.providerMemories, provider);
  memory.failuresInARow += 1;
  if (memory.failuresInARow < openAfter && !provider.outage) return;
  const reason = describeFailure(runtime, provider, error);
  await transact(runtime.db, async (tx) => {
    const row = await lockProvider(tx, provider.id);
    if (describeSettings(row) !== describeSettings(provider)) return;
    const { outage } = row;
    // Another process has found that it is back.
    if (!outage && memory.failuresInARow < openAfter) return;
    if (!outage) runtime.log.warn({ providerId: provider.id, reason }, 'AI provider is down');
    const next = extend(outage, runtime.clock.now(), error.retryAfterMs ?? 0);
    await setOutage(tx, provider.id, { ...next, reason });
    findOutage({ ...row, outage: { ...next, reason } });
  });
}

/** Concurrent calls fail together: only one after the pause makes the pause longer. */
function extend(
  outage: StoredOutage | null,
  now: Date,
  retryAfterMs: number,
): Omit<StoredOutage, 'reason'> {
  const requestedMs = Math.min(retryAfterMs, longestPauseMs);
  if (outage && !outage.isProbed && now < new Date(outage.nextTryAt)) {
    const latest = Math.max(Date.parse(outage.nextTryAt), now.getTime() + requestedMs);
    return { ...outage, nextTryAt: new Date(latest).toISOString() };
  }
  const pauseMs = outage ? Math.min(2 * outage.pauseMs, longestPauseMs) : firstPauseMs;
  const nextTryAt = addMs(now, Math.max(pauseMs, requestedMs));
  return { since: outage?.since ?? now.toISOString(), nextTryAt, pauseMs, isProbed: false };
}

function addMs(time: Date, ms: number): string {
  return new Date(time.getTime() + ms).toISOString();
}
