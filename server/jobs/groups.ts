/**
 * Commits what waits in small groups: items that arrive while a transaction runs share the next one.
 * Nobody waits for a timer: a group leaves as soon as a lane is free. A group that fails is tried item
 * by item, so that one bad item hurts only itself.
 *
 * @param commit does a whole group in one transaction and answers in the group's order.
 */
export function createGroups<Item, Result>({
  lanes,
  largest,
  commit,
}: {
  lanes: number;
  largest: number;
  commit: (items: Item[]) => Promise<Result[]>;
}): (item: Item) => Promise<Result> {
  type Waiting = {
    item: Item;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  };
  const waiting: Waiting[] = [];
  let running = 0;

  async function run(group: Waiting[]): Promise<void> {
    try {
      const results = await commit(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else for (const one of group) await run([one]);
    }
  }

  function depart(): void {
    while (running < lanes && waiting.length > 0) {
      running++;
      void run(waiting.splice(0, largest)).finally(() => {
        running--;
        depart();
      });
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Requests read from sockets in the same turn of the event loop travel together.
      if (waiting.length === 1) setImmediate(depart);
    });
}
