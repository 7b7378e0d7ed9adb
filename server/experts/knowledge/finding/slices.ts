import { setImmediate as nextLoop } from 'node:timers/promises';

const sliceMs = 5;

let turns: Promise<unknown> = Promise.resolve();

/** One slice each time round the event loop, however much is built at once. */
export function waitForTurn(): Promise<unknown> {
  turns = turns.then(() => nextLoop());
  return turns;
}

/** Gives the event loop back every few milliseconds; `work` for one of them has to be far shorter. */
export async function forEachInSlices(count: number, work: (at: number) => void): Promise<void> {
  let endsAt = 0;
  for (let at = 0; at < count; at++) {
    if (performance.now() >= endsAt) {
      await waitForTurn();
      endsAt = performance.now() + sliceMs;
    }
    work(at);
  }
}
