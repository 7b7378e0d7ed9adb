import type { Judgment } from './judge.ts';
import type { Report } from './torture.ts';

const shownAtMost = 20;

export function isGood(report: Report): boolean {
  return listProblems(report).length === 0 && report.unsettled === 0 && report.crashes === 0;
}

export function listProblems({ lost, doubled, outOfOrder, dangers, ledger }: Judgment): string[] {
  return [
    ...lost.map((problem) => `lost: ${problem}`),
    ...doubled.map((problem) => `doubled: ${problem}`),
    ...outOfOrder.map((problem) => `out of order: ${problem}`),
    ...dangers.map((problem) => `danger: ${problem}`),
    ...ledger.map((problem) => `ledger: ${problem}`),
  ];
}

export function printReport(report: Report): void {
  const { acknowledged, webhooksRepeated, failedCalls, lostAnswers } = report;
  const { kills, stops, pauses, cuts } = report;
  const { replies, apologies, failed, refused, undelivered } = report;
  const { lost, doubled, outOfOrder, ledger, unsettled, settledAfterSeconds, crashes } = report;
  console.log(
    `  ${acknowledged} texts acknowledged (${webhooksRepeated} webhooks repeated), ${kills} kills, ${stops} stops, ${pauses} pauses, ${cuts} cuts, ${failedCalls} calls failed, ${lostAnswers} answers of the gateway lost`,
  );
  console.log(
    `  ${replies} replies, ${apologies} apologies, ${refused} answered by a guard; ${failed} not delivered, with a reason (${undelivered} that the gateway reported)`,
  );
  console.log(
    `  ${lost.length} lost, ${doubled.length} doubled, ${outOfOrder.length} out of order; ${ledger.length} errors in the ledger, ${crashes} crashes, ${unsettled} left to do after ${settledAfterSeconds} s`,
  );
  const { crises, optOuts, dangers } = report;
  console.log(`  ${crises} crises and ${optOuts} STOPs, ${dangers.length} mistakes with them`);
  const problems = listProblems(report);
  for (const problem of problems.slice(0, shownAtMost)) console.log(`    ${problem}`);
  if (problems.length > 0) console.log(`  The product's log: ${report.logPath}`);
}
