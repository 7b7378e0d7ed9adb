export type Pending<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** Results are in the items' order. */
export type Commit<Item, Result> = (items: Item[]) => Promise<Result[]>;

export type Batches<Item, Result> = {
  add(item: Item, commit: Commit<Item, Result>): Promise<Result>;
};

/** A batch that takes longer, for a locked thread perhaps, no longer holds up the next. */
const patienceMs = 20;
/** Each may wait for a lock with a connection of its own. */
const mostAtOnce = 3;

/** Never rejects. A failed batch is committed item by item, in order, so that a bad item fails alone. */
export async function commitBatch<Item, Result>(
  batch: Pending<Item, Result>[],
  commit: Commit<Item, Result>,
): Promise<void> {
  try {
    const results = await commit(batch.map(({ item }) => item));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result); // one result per item
  } catch (error) {
    if (batch.length === 1) batch[0]?.reject(error);
    else for (const one of batch) await commitBatch([one], commit);
  }
}

/** Group commit: what waits while a batch is committed is the next batch. */
export function createBatches<Item, Result>({
  largest,
}: {
  largest: number;
}): Batches<Item, Result> {
  const waiting: Pending<Item, Result>[] = [];
  let running = 0;
  let late = 0;

  function begin(batch: Pending<Item, Result>[], commit: Commit<Item, Result>): void {
    running++;
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
    void commitBatch(batch, commit).finally(() => {
      clearTimeout(timer);
      isOver = true;
      running--;
      if (isLate) late--;
      dispatch(commit);
    });
  }

  function dispatch(commit: Commit<Item, Result>): void {
    const mayBegin = () => running === late && running < mostAtOnce;
    while (mayBegin() && waiting.length > 0) begin(waiting.splice(0, largest), commit);
  }

  return {
    add: (item, commit) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        // Items of the same turn of the event loop share a batch.
        if (waiting.length === 1) setImmediate(dispatch, commit);
      }),
  };
}
