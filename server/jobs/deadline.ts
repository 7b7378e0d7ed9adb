/** The job gave its lease up: another process may take it over, and this one can store nothing more. */
export class JobHung extends Error {
  override name = 'JobHung';
}

/** Of a job: `moveOn` gives the next step as long again. */
export function createDeadline(limitMs: number) {
  const hung = Promise.withResolvers<never>();
  const giveUp = () => hung.reject(new JobHung(`The job made no progress for ${limitMs} ms`));
  let timer = setTimeout(giveUp, limitMs);
  return {
    hung: hung.promise,
    moveOn(): void {
      clearTimeout(timer);
      timer = setTimeout(giveUp, limitMs);
    },
    end: () => clearTimeout(timer),
  };
}
