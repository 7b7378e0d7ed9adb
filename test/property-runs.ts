/** Set by `npm run test:long`, which prints its figures. */
export const isLongRun = process.env.LONG_RUN !== undefined;
export const ledgerRuns = isLongRun ? 10_000 : 500;
/** API and webhooks together. */
export const fuzzRuns = isLongRun ? 100_000 : 5_000;
/** The suite repeats the same requests, so that only a change can break it; long runs look for new ones. */
const suiteSeed = isLongRun ? undefined : 1;
/** FUZZ_SEED repeats a failed run, which prints its seed. */
export const fuzzSeed = process.env.FUZZ_SEED ? Number(process.env.FUZZ_SEED) : suiteSeed;
/** TALKS_FROM repeats simulated talks from the seed that a failed run prints. */
export const talksFrom = Number(process.env.TALKS_FROM ?? 1);
