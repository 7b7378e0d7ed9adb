/** Sequences that the ledger is tried with in a push; a night may try more. */
export const ledgerRuns = Number(process.env.LEDGER_RUNS ?? 10_000);
