import type { ModelError, ModelFailureKind } from '#server/ai/model.ts';
import { providerDown } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { describeFailure } from './failure-words.ts';
import type { ProviderRow } from './store.ts';

/** A provider that has failed so often that it is asked only now and then whether it is back. */
export type Outage = { since: Date; nextTryAt: Date; reason: string };
type Health = {
  settings: string;
  failures: number;
  outage: Outage | null;
  pauseMs: number;
  /** Somebody was told to see whether it is back, and has not reported yet. */
  isProbed: boolean;
};

/** Failures in a row. One is chance, and a message is tried four times. */
const openAfter = 3;
const firstPauseMs = 30_000;
const longestPauseMs = 10 * 60_000;

/** What tells of the provider; the others tell of the message, and show that somebody answers. */
const providersFault = new Set<ModelFailureKind>([
  'credentials',
  'not_found',
  'no_address',
  'rate_limited',
  'provider_down',
  'network',
  'timeout',
]);

/** Of this process: another one finds out for itself. */
const known = new WeakMap<Runtime, Map<string, Health>>();

function healthOf(runtime: Runtime, provider: ProviderRow): Health {
  const healths = known.get(runtime) ?? new Map<string, Health>();
  known.set(runtime, healths);
  // A provider whose settings have changed is another one: it begins anew.
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

/**
 * The outage because of which somebody else should be asked; null: ask this one. When it is time to see
 * whether the provider is back, one caller is told null, and the others wait for what it finds.
 */
export function outageToAvoid(runtime: Runtime, provider: ProviderRow): Outage | null {
  const health = healthOf(runtime, provider);
  const now = runtime.clock.now();
  if (!health.outage || now < health.outage.nextTryAt) return health.outage;
  // A probe that never reports (its process is stopping) is followed by another one.
  health.outage = { ...health.outage, nextTryAt: later(now, health.pauseMs) };
  health.isProbed = true;
  return null;
}

export function noteAnswer(runtime: Runtime, provider: ProviderRow): void {
  const health = healthOf(runtime, provider);
  if (health.outage) runtime.log.info({ providerId: provider.id }, 'AI provider is back');
  health.failures = 0;
  health.outage = null;
  health.isProbed = false;
  providerDown.set({ provider: provider.key, id: provider.id }, 0);
}

export function noteFailure(runtime: Runtime, provider: ProviderRow, error: ModelError): void {
  // Of some models it is known beforehand, so it tells neither that somebody answers nor that nobody does.
  if (error.kind === 'no_pictures') return;
  if (!providersFault.has(error.kind)) {
    noteAnswer(runtime, provider);
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

/** Calls that were under way together fail together: only one that was made after the pause makes it longer. */
function nextTry(health: Health, now: Date, retryAfterMs: number): Date {
  const { outage, isProbed } = health;
  const asked = Math.min(retryAfterMs, longestPauseMs);
  if (outage && !isProbed && now < outage.nextTryAt) {
    return new Date(Math.max(outage.nextTryAt.getTime(), now.getTime() + asked));
  }
  health.pauseMs = outage ? Math.min(2 * health.pauseMs, longestPauseMs) : firstPauseMs;
  health.isProbed = false;
  return later(now, Math.max(health.pauseMs, asked));
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
