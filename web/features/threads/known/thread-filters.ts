import type { ThreadState } from '#shared/api/thread-filters.ts';
import { readLocalDay, readLocalTimeZone } from '#web/lib/days.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';

export const stateLabels: Record<ThreadState, string> = {
  crisis: 'Crisis',
  concern: 'May need help',
  wantsHuman: 'Wants a person',
  unread: 'Unread',
  assignedToMe: 'Assigned to me',
  unassigned: 'Unassigned',
  failed: 'Failed',
  unanswered: 'Unanswered',
  resolved: 'Resolved',
  optedOut: 'Opted out',
  noCredit: 'No credit',
  notConnected: 'Not connected',
};

/** Null if no other filter is left. */
export function omitState(scope: ThreadScope | null): ThreadScope | null {
  return withField(scope, { state: undefined });
}

/** Null shows all threads. */
export function withState(
  scope: ThreadScope | null,
  state: ThreadState | null,
): ThreadScope | null {
  return withField(scope, { state: state ?? undefined });
}

/** Cycles through all, failed, and failed in the last 7 days. */
export function stepToFailed(scope: ThreadScope | null): ThreadScope | null {
  if (scope?.state !== 'failed') return withState(scope, 'failed');
  if (!scope.from && !scope.to) return withDays(scope, { from: readLocalDay(6) });
  return withState(withDays(scope, {}), null);
}

/** Days are in the reader's time zone. */
export function withDays(
  scope: ThreadScope | null,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): ThreadScope | null {
  const timeZone = from || to ? readLocalTimeZone() : undefined;
  return withField(scope, { from, to, timeZone });
}

/** A field set to undefined is removed. */
export function withField(
  scope: ThreadScope | null,
  change: { [Field in keyof ThreadScope]: ThreadScope[Field] | undefined },
): ThreadScope | null {
  const fields = Object.entries({ ...scope, ...change }).filter(([, value]) => value !== undefined);
  return fields.length > 0 ? Object.fromEntries(fields) : null;
}
