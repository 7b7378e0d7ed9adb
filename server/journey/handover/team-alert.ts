import type { ThreadRow } from '#server/db/schema.ts';
import { clearAlert, listDueAlerts } from '#server/messages/threads-store.ts';
import type { Runtime } from '#server/runtime.ts';

/** Until then the process that marked the thread may still alert the team. */
const graceMs = 10_000;
const maxThreads = 1_000;

export async function alertTeam(
  { changes, db, peers, clock, log }: Runtime,
  { id: threadId, userId }: Pick<ThreadRow, 'id' | 'userId'>,
): Promise<void> {
  const now = clock.now();
  changes.publish({ type: 'thread', threadId, userId, wantsHuman: true });
  try {
    await peers.flush();
    await clearAlert(db, threadId, now);
  } catch (error) {
    log.warn({ err: error, threadId }, 'alerting the team failed; the sweep tries again');
  }
}

/** An alert may come twice, but is never lost. */
export async function repeatLostAlerts(runtime: Runtime): Promise<void> {
  const before = new Date(runtime.clock.now().getTime() - graceMs);
  for (const thread of await listDueAlerts(runtime.db, before, maxThreads)) {
    await alertTeam(runtime, thread);
  }
}
