import type { ModelError, ModelFailureKind } from '#server/ai/model.ts';
import type { ProviderRow, StoredOutage } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import type { Runtime } from '#server/runtime.ts';
import { minuteMs } from '#shared/time.ts';
import { describeFailure } from './describe-failure.ts';
import { describeSettings, recallProvider } from './memory.ts';
import { findProvider, lockProvider, replaceOutage, setOutage } from './store.ts';

/** Avoided until `nextTryAt`; then one call in one process probes it. */
export type Outage = { since: Date; nextTryAt: Date; reason: string };

/** A single failure may be chance. */
const openAfter = 3;
const firstPauseMs = 30_000;
const maxPauseMs = 10 * minuteMs;

/** Other failures are about the message. */
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

export function findOutage({ outage }: ProviderRow): Outage | null {
  if (!outage) return null;
  const { since, nextTryAt, reason } = outage;
  return { since: new Date(since), nextTryAt: new Date(nextTryAt), reason };
}

/** Null: call it. After a pause only one caller of all processes gets null: the probe. */
export async function findOutageToAvoid(
  { db, clock }: Runtime,
  provider: ProviderRow,
): Promise<Outage | null> {
  const found = findOutage(provider);
  const { outage: old } = provider;
  const now = clock.now();
  if (!found || !old || now < found.nextTryAt) return found;
  // If the probe's process dies, another probe follows after the pause.
  const next = { ...old, nextTryAt: addMs(now, old.pauseMs), isProbed: true };
  return (await replaceOutage(db, provider.id, { old, next })) ? null : found;
}

export async function isDown({ db }: Runtime, provider: ProviderRow): Promise<boolean> {
  const row = await findProvider(db, provider.id);
  return row !== null && findOutage(row) !== null;
}

export async function recordSuccess(runtime: Runtime, provider: ProviderRow): Promise<void> {
  recallProvider(runtime.providerMemories, provider).failuresInARow = 0;
  if (!provider.outage) return;
  runtime.log.info({ providerId: provider.id }, 'AI provider is back');
  await setOutage(runtime.db, provider.id, null);
}

export async function recordFailure(
  runtime: Runtime,
  provider: ProviderRow,
  error: ModelError,
): Promise<void> {
  // A known lack of vision says nothing about the provider.
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
    // Another process found that the provider is back.
    if (!outage && memory.failuresInARow < openAfter) return;
    if (!outage) runtime.log.warn({ providerId: provider.id, reason }, 'AI provider is down');
    const next = extend(outage, runtime.clock.now(), error.retryAfterMs ?? 0);
    await setOutage(tx, provider.id, { ...next, reason });
  });
}

/** Simultaneous calls fail together: only a failure after the pause lengthens it. */
function extend(
  outage: StoredOutage | null,
  now: Date,
  retryAfterMs: number,
): Omit<StoredOutage, 'reason'> {
  const requestedMs = Math.min(retryAfterMs, maxPauseMs);
  if (outage && !outage.isProbed && now < new Date(outage.nextTryAt)) {
    const latest = Math.max(Date.parse(outage.nextTryAt), now.getTime() + requestedMs);
    return { ...outage, nextTryAt: new Date(latest).toISOString() };
  }
  const pauseMs = outage ? Math.min(2 * outage.pauseMs, maxPauseMs) : firstPauseMs;
  const nextTryAt = addMs(now, Math.max(pauseMs, requestedMs));
  return { since: outage?.since ?? now.toISOString(), nextTryAt, pauseMs, isProbed: false };
}

function addMs(time: Date, ms: number): string {
  return new Date(time.getTime() + ms).toISOString();
}
