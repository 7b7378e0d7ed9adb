/** Sequences that each property of the ledger is tried with: a push has time for these, a night for thousands. */
export const ledgerRuns = Number(process.env.LEDGER_RUNS ?? 25);
