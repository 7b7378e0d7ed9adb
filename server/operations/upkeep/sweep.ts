import type { SQL } from 'drizzle-orm';
import { fetchMissedEvents } from '#server/billing/missed-events.ts';
import { readDueSources } from '#server/experts/knowledge/read-sources.ts';
import type { JobName } from '#server/jobs/jobs.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { sendDueCreditNotices } from '#server/journey/doors/credit-notice.ts';
import { sendDueLateAnswers } from '#server/journey/doors/late-answer.ts';
import { returnDueThreads } from '#server/journey/handover/handover.ts';
import { repeatLostAlerts } from '#server/journey/handover/team-alert.ts';
import { threadsToAnswer } from '#server/messages/claims-store.ts';
import { threadsToSend } from '#server/messages/deliveries-store.ts';
import { removeOrphanedFiles } from '#server/messages/pictures.ts';
import { threadsToReplay } from '#server/messages/replays-store.ts';
import { deleteErasedCustomers } from '#server/people/account/service.ts';
import type { Runtime } from '#server/runtime.ts';
import { hourMs } from '#shared/time.ts';
import { deleteExpired } from './delete-expired.ts';

const everyMs = 15_000;
const maxThreads = 1_000;

/**
 * The safety net below the queue. Each task repeats by itself, so that an unreachable Stripe or bucket delays no other.
 */
export function startSweep(runtime: Runtime): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let expireAt = 0;
  async function deleteDue(): Promise<void> {
    await deleteErasedCustomers(runtime, { signal: stopping.signal });
    const now = runtime.clock.now().getTime();
    if (now < expireAt) return;
    expireAt = now + hourMs;
    await deleteExpired(runtime, stopping.signal);
  }
  const removeFiles = () => removeOrphanedFiles(runtime, stopping.signal);
  const stops = [
    () => wakeThreads(runtime),
    () => repeatLostAlerts(runtime),
    () => writeDueTexts(runtime),
    () => fetchMissedEvents(runtime, stopping.signal),
    deleteDue,
    removeFiles,
    () => readDueSources(runtime, stopping.signal),
  ].map((work) => repeat(runtime, everyMs, work));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

export async function sweep(runtime: Runtime): Promise<void> {
  await wakeThreads(runtime);
  await repeatLostAlerts(runtime);
  await writeDueTexts(runtime);
  await fetchMissedEvents(runtime);
  await deleteErasedCustomers(runtime);
  await removeOrphanedFiles(runtime);
  await readDueSources(runtime);
}

/** Not while a restore's choices are open: they would be texted after all. */
async function writeDueTexts(runtime: Runtime): Promise<void> {
  if (await runtime.queue.isPaused()) return;
  await returnDueThreads(runtime);
  await sendDueCreditNotices(runtime);
  await sendDueLateAnswers(runtime);
}

async function wakeThreads(runtime: Runtime): Promise<void> {
  await wake(runtime, 'answer-message', threadsToAnswer);
  await wake(runtime, 'deliver-reply', threadsToSend);
  await wake(runtime, 'replay-failures', threadsToReplay);
}

async function wake({ db, queue, log }: Runtime, name: JobName, threads: SQL): Promise<void> {
  const threadIds = await queue.listWithoutWakeup(name, threads, maxThreads);
  if (threadIds.length === 0) return;
  log.warn({ job: name, threads: threadIds.length }, 'threads had no wakeup');
  const wakeups = threadIds.map((threadId) => ({ threadId }));
  await queue.enqueue(db, name, wakeups);
  queue.wakeWorkers(name);
}
