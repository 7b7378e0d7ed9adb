import { type Commit, commitBatch, type Pending } from './batches.ts';

/**
 * Keeps the order of each key's items: what is added while a key's items are committed is its next batch, and never
 * overtakes.
 */
export function createLines<Item, Result>({ max }: { max: number }) {
  const lines = new Map<string, Pending<Item, Result>[]>();

  async function work(
    key: string,
    first: Pending<Item, Result>,
    commit: Commit<Item, Result>,
  ): Promise<void> {
    const waiting: Pending<Item, Result>[] = [];
    lines.set(key, waiting);
    for (let batch = [first]; batch.length > 0; batch = waiting.splice(0, max)) {
      await commitBatch(batch, commit);
    }
    lines.delete(key);
  }

  return {
    add: (key: string, item: Item, commit: Commit<Item, Result>) =>
      new Promise<Result>((resolve, reject) => {
        const one = { item, resolve, reject };
        const waiting = lines.get(key);
        if (waiting) waiting.push(one);
        else void work(key, one, commit);
      }),
    /** Keys at work. */
    size: () => lines.size,
  };
}

export type Lines<Item, Result> = ReturnType<typeof createLines<Item, Result>>;
