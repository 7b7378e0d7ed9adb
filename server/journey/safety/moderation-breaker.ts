import type { ProviderRow } from '#server/db/schema.ts';
import { type ProviderMemory, recallProvider } from '#server/experts/providers/memory.ts';
import type { Runtime } from '#server/runtime.ts';
import { minuteMs } from '#shared/time.ts';

/** A single failure may be chance. */
const openAfter = 3;
const firstPauseMs = 30_000;
const maxPauseMs = 10 * minuteMs;

type State = ProviderMemory['moderation'];

const stateOf = ({ providerMemories }: Runtime, provider: ProviderRow): State =>
  recallProvider(providerMemories, provider).moderation;

/** After a pause, one text tries the provider again. */
export function isPaused(runtime: Runtime, provider: ProviderRow): boolean {
  const state = stateOf(runtime, provider);
  const now = runtime.clock.now().getTime();
  if (state.pauseMs === 0) return false;
  if (now < state.pausedUntil) return true;
  pause(state, now, Math.min(2 * state.pauseMs, maxPauseMs));
  return false;
}

export function noteSuccess(runtime: Runtime, provider: ProviderRow): void {
  Object.assign(stateOf(runtime, provider), { failures: 0, pauseMs: 0 });
}

export function noteFailure(runtime: Runtime, provider: ProviderRow): void {
  const state = stateOf(runtime, provider);
  state.failures += 1;
  if (state.failures < openAfter || state.pauseMs > 0) return;
  pause(state, runtime.clock.now().getTime(), firstPauseMs);
}

function pause(state: State, now: number, pauseMs: number): void {
  Object.assign(state, { pauseMs, pausedUntil: now + pauseMs });
}
