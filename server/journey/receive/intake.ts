import type { Database } from '#server/db/client.ts';
import { limitStatements } from '#server/db/limit-statements.ts';
import { withTimeout } from '#server/db/query-with-timeout.ts';
import { transact } from '#server/db/transact.ts';
import { type Arrival, addThread, storeArrivals } from '#server/messages/arrivals-store.ts';
import type { Clock } from '#server/runtime.ts';

/** Probes give up after few seconds. */
const trialMs = 1_500;

/** Whether texts can be stored at present. */
export type Intake = {
  /** @param refused null once a text was stored. */
  note(refused: Arrival | null): void;
  /** Asks the database only after a text that was refused, until one can be stored. */
  isOpen(): Promise<boolean>;
};

export function createIntake({ db, clock }: { db: Database; clock: Clock }): Intake {
  let lastRefused: Arrival | null = null;
  return {
    note(refused) {
      lastRefused = refused;
    },
    async isOpen() {
      const refused = lastRefused;
      if (!refused) return true;
      const isStored = await withTimeout(tryToStore(db, refused, clock.now()), trialMs).then(
        () => true,
        () => false,
      );
      if (isStored && lastRefused === refused) lastRefused = null;
      return isStored;
    },
  };
}

class Undo extends Error {}

/**
 * Stores a text of the same length for the same expert, and undoes it: only that shows a full disk, a lost right or a
 * broken table. From a sender who does not exist, so that what one text or thread is refused for closes no intake.
 */
async function tryToStore(db: Database, refused: Arrival, now: Date): Promise<void> {
  const id = crypto.randomUUID();
  const arrival: Arrival = {
    ...{ ...refused, from: id, gatewayMessageId: id, body: '.'.repeat(refused.body.length) },
    ...{ content: 'words', media: [], keyword: null, keywordAnswered: null },
    ...{ quotedGatewayId: null, segments: null, sentAt: null },
  };
  const trial = transact(db, async (tx) => {
    await limitStatements(tx, trialMs);
    await addThread(tx, arrival, now);
    await storeArrivals(tx, [arrival], { now, lease: null });
    throw new Undo();
  });
  await trial.catch((error) => {
    if (!(error instanceof Undo)) throw error;
  });
}
