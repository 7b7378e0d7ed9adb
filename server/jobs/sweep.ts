import { deleteLeftCustomers } from '#server/account/service.ts';
import { forgottenThreads } from '#server/messages/inbound-store.ts';
import { forgottenDeliveries } from '#server/messages/outbound-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { JobName } from './jobs.ts';

const everyMs = 15_000;
const atOnce = 1_000;

/**
 * The safety net: wakes threads that have something to do but no wakeup, for instance because a job
 * used up its tries, and tells Stripe whom to forget where that failed. Nothing relies on it in the ordinary
 * course of things.
 */
export function startSweep(runtime: Runtime): { stop(): void } {
  const timer = setInterval(() => {
    sweep(runtime).catch((error) => runtime.log.error({ err: error }, 'sweep failed'));
  }, everyMs);
  return { stop: () => clearInterval(timer) };
}

export async function sweep(runtime: Runtime): Promise<void> {
  await wake(runtime, 'answer-message', await forgottenThreads(runtime.db, atOnce));
  await wake(runtime, 'deliver-reply', await forgottenDeliveries(runtime.db, atOnce));
  await deleteLeftCustomers(runtime);
}

async function wake(
  { db, queue, log }: Runtime,
  name: JobName,
  threadIds: string[],
): Promise<void> {
  if (threadIds.length === 0) return;
  log.warn({ job: name, threads: threadIds.length }, 'threads had no wakeup');
  const wakeups = threadIds.map((threadId) => ({ threadId }));
  await db.transaction((tx) => queue.enqueue(tx, name, wakeups));
  queue.poke(name);
}
