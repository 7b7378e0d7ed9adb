import { secondMs } from '#shared/time.ts';

type Write = (facts: object, message: string) => void;

/** More would say no more, and anyone can make them: hundreds of megabytes an hour. */
const maxASecond = 20;

/** Writes so many lines a second; the next one that is written says how many were left out before it, as `leftOut`. */
export function limitLines(clock: { now(): Date }, write: Write): Write {
  let [second, written, leftOut] = [0, 0, 0];
  return (facts, message) => {
    const now = Math.floor(clock.now().getTime() / secondMs);
    if (now !== second) [second, written] = [now, 0];
    if (written === maxASecond) {
      leftOut++;
      return;
    }
    written++;
    write(leftOut > 0 ? { ...facts, leftOut } : facts, message);
    leftOut = 0;
  };
}
