/** Orderings that the ledger is tried with in a push; a night may try more, and a second database fewer. */
export const ledgerRuns = Number(process.env.LEDGER_RUNS ?? 10_000);
