export const isLongRun = process.env.LONG_RUN !== undefined;
export const ledgerRuns = isLongRun ? 10_000 : 500;
export const fuzzRuns = isLongRun ? 100_000 : 5_000;
/** Fixed in the suite, so only a change can break it. */
const suiteSeed = isLongRun ? undefined : 1;
/** A failed run prints it. */
export const fuzzSeed = process.env.FUZZ_SEED ? Number(process.env.FUZZ_SEED) : suiteSeed;
/** A failed run prints the seed to repeat from. */
export const talksFrom = Number(process.env.TALKS_FROM ?? 1);
