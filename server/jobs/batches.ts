import { DatabaseSlow, isConnectionLost } from '#server/db/database-failure.ts';
import { withTimeout } from '#server/db/query-with-timeout.ts';

export type Pending<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** Results are in the items' order. */
export type Commit<Item, Result> = (items: Item[]) => Promise<Result[]>;

export type Batches<Item, Result> = {
  add(item: Item, commit: Commit<Item, Result>): Promise<Result>;
  /** Ms since the oldest batch under way began; 0 without one. */
  measureOldest(): number;
};

/** A batch that takes longer, for a locked thread perhaps, no longer holds up the next. */
const patienceMs = 20;
/** Each may wait for a lock with a connection of its own. */
const maxAtOnce = 3;

/** What a hung batch may hold up. */
const maxMs = 15_000;

/** Never rejects. If the connection was lost, no item is bad, and each would wait as long. */
export async function commitBatch<Item, Result>(
  batch: Pending<Item, Result>[],
  commit: Commit<Item, Result>,
): Promise<void> {
  try {
    const results = await commit(batch.map(({ item }) => item));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result); // one result per item
  } catch (error) {
    if (batch.length > 1 && !isConnectionLost(error)) await commitOneByOne(batch, commit);
    else for (const { reject } of batch) reject(error);
  }
}

/** In order, so that a bad item, or one behind a lock, fails alone. */
async function commitOneByOne<Item, Result>(
  batch: Pending<Item, Result>[],
  commit: Commit<Item, Result>,
): Promise<void> {
  const until = performance.now() + maxMs;
  for (const one of batch) {
    if (performance.now() < until) await commitBatch([one], commit);
    else one.reject(new DatabaseSlow('the items of a batch take too long'));
  }
}

/** Again on another connection, if the first one was lost. What it may have committed does no harm twice. */
async function commitTwice<Item, Result>(
  items: Item[],
  commit: Commit<Item, Result>,
): Promise<Result[]> {
  return withTimeout(commit(items), maxMs).catch((error) => {
    if (isConnectionLost(error)) return withTimeout(commit(items), maxMs);
    throw error;
  });
}

/** Group commit: what waits while a batch is committed is the next batch. */
export function createBatches<Item, Result>({ max }: { max: number }): Batches<Item, Result> {
  const waiting: Pending<Item, Result>[] = [];
  /** When they began, oldest first. */
  const running = new Set<{ at: number }>();
  let late = 0;

  function begin(batch: Pending<Item, Result>[], commit: Commit<Item, Result>): void {
    const begun = { at: performance.now() };
    running.add(begun);
    let isOver = false;
    let isLate = false;
    const becomeLate = () => {
      if (isOver) return;
      isLate = true;
      late++;
      dispatch(commit);
    };
    // An answer that has come while the event loop was busy is read first.
    const timer = setTimeout(() => setImmediate(becomeLate), patienceMs);
    void commitBatch(batch, (items) => commitTwice(items, commit)).finally(() => {
      clearTimeout(timer);
      isOver = true;
      running.delete(begun);
      if (isLate) late--;
      dispatch(commit);
    });
  }

  function dispatch(commit: Commit<Item, Result>): void {
    const mayBegin = () => running.size === late && running.size < maxAtOnce;
    while (mayBegin() && waiting.length > 0) begin(waiting.splice(0, max), commit);
  }

  return {
    add: (item, commit) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        // Items of the same turn of the event loop share a batch.
        if (waiting.length === 1) setImmediate(dispatch, commit);
      }),
    measureOldest() {
      const [oldest] = running;
      return oldest ? performance.now() - oldest.at : 0;
    },
  };
}
