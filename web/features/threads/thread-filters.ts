import type { ThreadState } from '#shared/api/threads.ts';
import type { ThreadScope } from '#web/lib/thread-scope.ts';

export const stateLabels: Record<ThreadState, string> = {
  wantsHuman: 'Wants a human',
  failed: 'Failed',
  optedOut: 'Opted out',
  noCredit: 'No credit',
  notConnected: 'Not connected',
};

/** What a list is narrowed to beside its state; null if to nothing. */
export function omitState(scope: ThreadScope | null): ThreadScope | null {
  const { state: _, ...others } = scope ?? {};
  return Object.keys(others).length > 0 ? others : null;
}

/** Null shows all threads. */
export function withState(
  scope: ThreadScope | null,
  state: ThreadState | null,
): ThreadScope | null {
  const others = omitState(scope);
  return state ? { ...others, state } : others;
}
