import { findUnfetched, updatePause } from '#server/jobs/paused-store.ts';
import { toLoggableError } from '#server/outside/loggable-error.ts';
import type { Runtime } from '#server/runtime.ts';
import { hourMs } from '#shared/time.ts';
import { applyEvent } from './events.ts';
import { listEventPage } from './stripe.ts';

/** Before the backup: events that Stripe was still sending. Those that are known change nothing. */
const slackMs = hourMs;
const maxPages = 10_000;

/**
 * After a restore, what Stripe told the lost installation. Stripe keeps events for 30 days. Several processes, or one
 * that stops and begins again, do no harm: an event is applied once.
 */
export async function fetchMissedEvents(runtime: Runtime, signal?: AbortSignal): Promise<void> {
  const { db, config, clock, log } = runtime;
  const restore = config.stripe && (await findUnfetched(db));
  if (!restore) return;
  const since = new Date(restore.backedUpAt.getTime() - slackMs);
  let applied = 0;
  let after: string | null = null;
  for (let pages = 0; ; pages++) {
    if (signal?.aborted) return;
    if (pages === maxPages) throw new RangeError('the list of events does not end');
    const page = await listEventPage(runtime, { since, after });
    for (const event of page.events) {
      if ((await applyEvent(runtime, event)) === 'new') applied += 1;
    }
    for (const { id, error } of page.unreadable) {
      log.error({ err: toLoggableError(error), event: { id } }, 'event not readable');
    }
    if (!page.next) break;
    after = page.next;
  }
  await updatePause(db, restore.id, { paymentsFetchedAt: clock.now() });
  log.info({ applied }, "Stripe's events since the backup are applied");
}
