/** Set by `npm run test:long`, which prints its figures. */
export const isLongRun = process.env.LONG_RUN !== undefined;
export const ledgerRuns = isLongRun ? 10_000 : 500;
