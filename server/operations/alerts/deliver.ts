import type { Database } from '#server/db/client.ts';
import type { AlertReceiverRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { toLoggableError } from '#server/outside/loggable-error.ts';
import type { Runtime } from '#server/runtime.ts';
import { minuteMs } from '#shared/time.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  insertDeliveries,
  listUntoldReceivers,
  markFailed,
  markSent,
  maxAttempts,
} from './deliveries-store.ts';
import { rules } from './rules.ts';
import { NotSent, sendAlert } from './send.ts';
import { type Alert, toAlert } from './words.ts';

/** After the first, second… attempt. */
const waitsMs = [10_000, minuteMs, 5 * minuteMs, 15 * minuteMs];
const unknownProblem = 'It failed inside the server; the log says why.';

/** Sends what is due, to the last. */
export async function deliverAlerts(runtime: Runtime, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const claimed = await transact(runtime.db, (tx) => claimDeliveries(tx, runtime.clock.now()));
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((each) => deliver(runtime, each)));
  }
}

async function deliver(
  runtime: Runtime,
  { delivery, alert, receiver }: ClaimedDelivery,
): Promise<void> {
  const { db, clock, config } = runtime;
  const { id, attempts, createdAt } = delivery;
  const words = toAlert(alert, delivery, config.publicUrl);
  const triedSince = attempts > 1 ? createdAt : null;
  const failure = await trySending(runtime, { id, receiver, alert: words, triedSince });
  if (!failure) return markSent(db, id, clock.now());
  const isLast = failure.isFinal || attempts >= maxAttempts;
  const waitMs = waitsMs[attempts - 1] ?? 0;
  const retryAt = isLast ? null : new Date(clock.now().getTime() + waitMs);
  await transact(db, async (tx) => {
    const isMarked = await markFailed(tx, { id, problem: failure.message, retryAt });
    if (isMarked && isLast) await tellOthers(tx, { delivery, alert, now: clock.now() });
  });
}

/** On duty or not. The end of an alert can wait. */
async function tellOthers(
  tx: Database,
  { delivery, alert, now }: Pick<ClaimedDelivery, 'delivery' | 'alert'> & { now: Date },
): Promise<void> {
  const { occasion } = delivery;
  if (!rules[alert.rule].isUrgent || occasion === 'ended') return;
  const receiverIds = await listUntoldReceivers(tx, delivery);
  await insertDeliveries(tx, { alert, receiverIds, occasion, now });
}

/** @returns why it was not sent; null if it was. */
export async function trySending(
  runtime: Runtime,
  sending: { id: string; receiver: AlertReceiverRow; alert: Alert; triedSince: Date | null },
): Promise<NotSent | null> {
  try {
    await sendAlert(runtime, sending);
    return null;
  } catch (error) {
    const failure = error instanceof NotSent ? error : new NotSent(unknownProblem);
    const { kind } = sending.receiver;
    const why =
      error instanceof NotSent ? { problem: failure.message } : { err: toLoggableError(error) };
    runtime.log.warn({ kind, ...why }, 'an alert was not sent');
    return failure;
  }
}
