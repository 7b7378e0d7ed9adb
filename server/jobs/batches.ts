type Pending<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** Results are in the items' order. */
type Commit<Item, Result> = (items: Item[]) => Promise<Result[]>;

export type Batches<Item, Result> = {
  add(item: Item, commit: Commit<Item, Result>): Promise<Result>;
};

/**
 * Group commit: a batch starts as soon as a lane is free. A failed batch is committed item by item, so that a bad item
 * fails alone.
 */
export function createBatches<Item, Result>({
  lanes,
  largest,
}: {
  lanes: number;
  largest: number;
}): Batches<Item, Result> {
  const waiting: Pending<Item, Result>[] = [];
  let running = 0;

  async function run(batch: Pending<Item, Result>[], commit: Commit<Item, Result>): Promise<void> {
    try {
      const results = await commit(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result); // one result per item
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const one of batch) await run([one], commit);
    }
  }

  function dispatch(commit: Commit<Item, Result>): void {
    while (running < lanes && waiting.length > 0) {
      running++;
      void run(waiting.splice(0, largest), commit).finally(() => {
        running--;
        dispatch(commit);
      });
    }
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
