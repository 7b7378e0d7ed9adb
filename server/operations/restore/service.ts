import { recordChange } from '#server/access/audit/store.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { limitStatements, longMs } from '#server/db/limit-statements.ts';
import { readMuch } from '#server/db/read-much.ts';
import type { RestoreRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { conflict } from '#server/errors.ts';
import {
  countArrived,
  countUnsent,
  countWaiting,
  findPause,
  lockPause,
  updatePause,
} from '#server/jobs/paused-store.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Pause, RestoreChoices } from '#shared/api/restore.ts';
import { closeUnsent, settleBeforeSending } from './close-unsent.ts';
import { closeWaiting } from './close-waiting.ts';

export type Needs = Pick<Runtime, 'config' | 'db' | 'clock'>;

export async function describePause({ db, config }: Needs): Promise<Pause | null> {
  const pause = await findPause(db);
  if (!pause) return null;
  return readMuch(db, async (tx) => ({
    backedUpAt: pause.backedUpAt.toISOString(),
    restoredAt: pause.restoredAt.toISOString(),
    version: pause.version,
    waiting: { count: await countWaiting(tx, pause), choice: pause.waitingChoice },
    unsent: { count: await countUnsent(tx, pause), choice: pause.unsentChoice },
    arrived: await countArrived(tx, pause),
    payments: describePayments(config, pause),
  }));
}

function describePayments({ stripe }: Config, pause: RestoreRow): Pause['payments'] {
  if (pause.paymentsFetchedAt) return 'fetched';
  return stripe ? 'pending' : 'off';
}

/**
 * Closing happens at once; answering and sending begin when both are decided. Then every process works again within
 * seconds.
 * @returns the pause that is left; null once it is over.
 */
export async function choose(
  needs: Needs,
  choices: RestoreChoices,
  actorId: string | null,
): Promise<Pause | null> {
  await transact(needs.db, async (tx) => {
    await limitStatements(tx, longMs);
    const pause = await lockPause(tx);
    if (!pause) throw conflict('Nothing is paused any more.');
    const waiting = await decideWaiting(needs, tx, pause, choices.waiting);
    const unsent = await decideUnsent(needs, tx, pause, choices.unsent);
    const isDecided =
      (waiting !== null || (await countWaiting(tx, pause)) === 0) &&
      (unsent !== null || (await countUnsent(tx, pause)) === 0);
    if (isDecided && unsent !== 'close') await settleBeforeSending(needs, tx, pause);
    const now = needs.clock.now();
    const change = { waitingChoice: waiting, unsentChoice: unsent };
    await updatePause(tx, pause.id, { ...change, ...(isDecided && { resumedAt: now }) });
    await recordChange(tx, {
      ...{ actorId, action: 'restore.choose', entity: 'restore', entityId: pause.id },
      before: null,
      after: { ...choices, isResumed: isDecided },
      now,
    });
  });
  return describePause(needs);
}

async function decideWaiting(
  { config, clock }: Needs,
  tx: Database,
  pause: RestoreRow,
  choice: RestoreChoices['waiting'],
) {
  if (choice === 'close') await closeWaiting(tx, { config, pause, now: clock.now() });
  return choice ?? pause.waitingChoice;
}

async function decideUnsent(
  { clock }: Needs,
  tx: Database,
  pause: RestoreRow,
  choice: RestoreChoices['unsent'],
) {
  if (choice === 'close') await closeUnsent(tx, pause, clock.now());
  return choice ?? pause.unsentChoice;
}
