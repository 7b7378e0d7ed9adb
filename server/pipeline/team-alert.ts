import type { ThreadRow } from '#server/db/schema.ts';
import { clearAlert, listDueAlerts } from '#server/messages/threads-store.ts';
import type { Runtime } from '#server/runtime.ts';

/** The process that stored why may be about to alert the team itself. */
const graceMs = 10_000;
const mostThreads = 1_000;

/** Says to all open pages, of other processes too, that a person wants a human. */
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
    log.warn({ err: error, threadId }, 'the team is alerted again');
  }
}

/** For alerts of a process that died before it could: an alert comes twice rather than never. */
export async function repeatLostAlerts(runtime: Runtime): Promise<void> {
  const before = new Date(runtime.clock.now().getTime() - graceMs);
  for (const thread of await listDueAlerts(runtime.db, before, mostThreads)) {
    await alertTeam(runtime, thread);
  }
}
