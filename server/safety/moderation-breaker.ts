import type { ProviderRow } from '#server/db/schema.ts';
import { describeSettings } from '#server/providers/health.ts';
import type { Runtime } from '#server/runtime.ts';

/** A single failure is chance. */
const openAfter = 3;
const firstPauseMs = 30_000;
const longestPauseMs = 10 * 60_000;

/** `pauseMs` is 0 while it is called for every text. */
type State = { settings: string; failures: number; pauseMs: number; pausedUntil: number };

/** Per process: it costs each one three slow texts, and a write for every change costs more. */
const states = new WeakMap<Runtime, Map<string, State>>();

function stateOf(runtime: Runtime, provider: ProviderRow): State {
  const known = states.get(runtime) ?? new Map<string, State>();
  states.set(runtime, known);
  const settings = describeSettings(provider);
  const found = known.get(provider.id);
  // Changed settings make it another provider.
  if (found?.settings === settings) return found;
  const fresh = { settings, failures: 0, pauseMs: 0, pausedUntil: 0 };
  known.set(provider.id, fresh);
  return fresh;
}

/** Whether moderation by this provider is not worth a call now. After a pause one text tries it again. */
export function isPaused(runtime: Runtime, provider: ProviderRow): boolean {
  const state = stateOf(runtime, provider);
  const now = runtime.clock.now().getTime();
  if (state.pauseMs === 0) return false;
  if (now < state.pausedUntil) return true;
  pause(state, now, Math.min(2 * state.pauseMs, longestPauseMs));
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
