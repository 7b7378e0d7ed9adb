import type { ModelError, ModelFailureKind } from '#server/ai/model.ts';
import type { ProviderRow } from '#server/db/schema.ts';
import { providerDown } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { describeFailure } from './describe-failure.ts';

/** Until `nextTryAt` the provider is avoided; then one call probes it. */
export type Outage = { since: Date; nextTryAt: Date; reason: string };
type Health = {
  settings: string;
  failures: number;
  outage: Outage | null;
  pauseMs: number;
  isProbed: boolean;
};

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

/** Each process finds out for itself. */
const known = new WeakMap<Runtime, Map<string, Health>>();

function healthOf(runtime: Runtime, provider: ProviderRow): Health {
  const healths = known.get(runtime) ?? new Map<string, Health>();
  known.set(runtime, healths);
  // Changed settings make it another provider, which starts healthy.
  const settings = provider.apiKey.iv + JSON.stringify(provider.config);
  const old = healths.get(provider.id);
  if (old?.settings === settings) return old;
  const health = { settings, failures: 0, outage: null, pauseMs: 0, isProbed: false };
  healths.set(provider.id, health);
  return health;
}

export function findOutage(runtime: Runtime, provider: ProviderRow): Outage | null {
  return healthOf(runtime, provider).outage;
}

/** Null: call this provider. After a pause only one caller gets null, as the probe. */
export function findOutageToAvoid(runtime: Runtime, provider: ProviderRow): Outage | null {
  const health = healthOf(runtime, provider);
  const now = runtime.clock.now();
  if (!health.outage || now < health.outage.nextTryAt) return health.outage;
  // A probe whose process stops never reports, so another follows after the next pause.
  health.outage = { ...health.outage, nextTryAt: addMs(now, health.pauseMs) };
  health.isProbed = true;
  return null;
}

export function recordSuccess(runtime: Runtime, provider: ProviderRow): void {
  const health = healthOf(runtime, provider);
  if (health.outage) runtime.log.info({ providerId: provider.id }, 'AI provider is back');
  health.failures = 0;
  health.outage = null;
  health.isProbed = false;
  providerDown.set({ provider: provider.key, id: provider.id }, 0);
}

export function recordFailure(runtime: Runtime, provider: ProviderRow, error: ModelError): void {
  // Known without a call for some models, so it says nothing about the provider.
  if (error.kind === 'no_pictures') return;
  if (!providersFault.has(error.kind)) {
    recordSuccess(runtime, provider);
    return;
  }
  const health = healthOf(runtime, provider);
  health.failures += 1;
  if (health.failures < openAfter) return;
  const now = runtime.clock.now();
  const reason = describeFailure(runtime, provider, error);
  const { outage } = health;
  if (!outage) runtime.log.warn({ providerId: provider.id, reason }, 'AI provider is down');
  const nextTryAt = nextTry(health, now, error.retryAfterMs ?? 0);
  health.outage = { since: outage?.since ?? now, nextTryAt, reason };
  providerDown.set({ provider: provider.key, id: provider.id }, 1);
}

/** Concurrent calls fail together: only one after the pause makes the pause longer. */
function nextTry(health: Health, now: Date, retryAfterMs: number): Date {
  const { outage, isProbed } = health;
  const requestedMs = Math.min(retryAfterMs, longestPauseMs);
  if (outage && !isProbed && now < outage.nextTryAt) {
    return new Date(Math.max(outage.nextTryAt.getTime(), now.getTime() + requestedMs));
  }
  health.pauseMs = outage ? Math.min(2 * health.pauseMs, longestPauseMs) : firstPauseMs;
  health.isProbed = false;
  return addMs(now, Math.max(health.pauseMs, requestedMs));
}

function addMs(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
